package io.cambric.errors;

/** A scope cannot give or store a variable or a random key. */
public abstract sealed class ScopeException extends CambricException
    permits ParamNotFoundException,
        ParamShapeException,
        VariableNotFoundException,
        VariablesMismatchException,
        CollectionNotFoundException,
        NameInUseException,
        InvalidNameException,
        ImmutableCollectionException,
        MissingRngException,
        InvalidFilterException,
        InvalidScopeException,
        InvalidVariablesException,
        PartitioningException,
        LazyInitException,
        LoopDependenceException,
        MixedTransformationException {

  private static final long serialVersionUID = 1L;

  ScopeException(String message) {
    super(message);
  }

  ScopeException(String message, Throwable cause) {
    super(message, cause);
  }
}
