//! A client of each provider, shared by all who ask: its rate, its circuit breaker and what is learnt of it are one.

use std::sync::Arc;

use futures_util::future::join_all;
use groundcheck_types::{ErrorCode, InputError, ProviderList};

use super::transport::{Http, Transport};
use super::{Client, Providers};

/// The clients of all providers. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Clients(Arc<[Client]>);

impl Clients {
    /// A client of each of them, over the same HTTP.
    ///
    /// # Errors
    /// Where the system has no certificates to trust.
    pub fn new(providers: &Providers) -> Result<Self, InputError> {
        let http: Arc<dyn Transport> = Arc::new(Http::new()?);
        let client = |provider: &super::Provider| Client::over(provider.clone(), Arc::clone(&http));
        Ok(Clients(providers.iter().map(client).collect()))
    }

    /// Looks for those on this machine.
    pub async fn look(&self) {
        join_all(self.0.iter().map(Client::look)).await;
    }

    /// What may be told of them.
    #[must_use]
    pub fn list(&self) -> ProviderList {
        ProviderList { providers: self.0.iter().map(Client::info).collect() }
    }

    /// Whether there is a provider of this name.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.0.iter().any(|client| client.provider().name == name)
    }

    /// The client of this name and the model to ask it for: its default where none is named.
    ///
    /// # Errors
    /// `invalid_value` naming `provider` where there is none of this name, `missing_field` naming `model` where it has no default.
    pub fn find(&self, provider: &str, model: Option<&str>) -> Result<(&Client, String), InputError> {
        let client = self.0.iter().find(|client| client.provider().name == provider).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|client| client.provider().name.as_str()).collect();
            let message = format!("{provider:?} is not one of {}", names.join(", "));
            InputError::field(ErrorCode::InvalidValue, "provider", message)
        })?;
        let model = model.map(str::to_owned).or_else(|| client.default_model()).ok_or_else(|| {
            let message = format!("is missing: provider {provider:?} has no default model");
            InputError::field(ErrorCode::MissingField, "model", message)
        })?;
        Ok((client, model))
    }

    /// As [`Clients::find`]; where nobody names a provider, the first that has its key and a model to ask for.
    ///
    /// # Errors
    /// As [`Clients::find`]; `missing_field` naming `provider` where there is no such one.
    pub fn find_or_first(&self, provider: Option<&str>, model: Option<&str>) -> Result<(&Client, String), InputError> {
        if let Some(provider) = provider {
            return self.find(provider, model);
        }
        let ready = |client: &&Client| client.info().ready;
        let first = self.0.iter().filter(ready).find_map(|client| self.find(&client.provider().name, model).ok());
        first.ok_or_else(|| {
            let message = "is missing: no provider has both its key and a default model";
            InputError::field(ErrorCode::MissingField, "provider", message)
        })
    }
}
