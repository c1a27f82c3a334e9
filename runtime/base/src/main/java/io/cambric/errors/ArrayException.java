package io.cambric.errors;

/**
 * Something about arrays or trees of arrays does not fit: shapes, dtypes or structures.
 *
 * <p>A message that speaks of a function inside of the one that the user called begins with the
 * latter's name.
 */
public abstract sealed class ArrayException extends CambricException
    permits ShapeException,
        DTypeException,
        TreeStructureException,
        DeletedArrayException,
        DonatedArrayException,
        HeapExhaustedException {

  private static final long serialVersionUID = 1L;

  ArrayException(String message) {
    super(CalledFunction.before(message));
  }

  ArrayException(String message, Throwable cause) {
    super(CalledFunction.before(message), cause);
  }
}
