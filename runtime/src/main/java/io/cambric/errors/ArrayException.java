package io.cambric.errors;

/** Something about arrays or trees of arrays does not fit: shapes, dtypes or structures. */
public abstract sealed class ArrayException extends CambricException
    permits ShapeException,
        DTypeException,
        TreeStructureException,
        DonatedArrayException,
        HeapExhaustedException {

  private static final long serialVersionUID = 1L;

  ArrayException(String message) {
    super(message);
  }

  ArrayException(String message, Throwable cause) {
    super(message, cause);
  }
}
