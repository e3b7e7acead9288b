"""What the tests of the adapters share."""

SOURCE = "The NOI for the property was $1,200,000 in Q3 2024."
RIGHT = "The NOI was $1.2M for the property."
WRONG = "The NOI was $1.5M for the property."
