package io.cambric.transform;

/**
 * A function that a transformation made from another function. It refers to the original, and
 * listings name that, so functions of one transformation stay distinct.
 */
@Arities(5)
abstract class Transformed {

  private final Object original;

  /** Keeps the function that was transformed. */
  Transformed(Object original) {
    this.original = original;
  }

  /** {@return the innermost original function; the function itself if it is not transformed} */
  static Object root(Object function) {
    return function instanceof Transformed transformed ? root(transformed.original) : function;
  }

  /** {@return the name of the transformation, such as {@code jit}} */
  String transformation() {
    var name = getClass().getSimpleName().replaceFirst("^Array", "").replaceFirst("\\d$", "");
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  /**
   * {@return the transformations and the function, such as "jit of grad of a function in Train"}
   */
  @Override
  public final String toString() {
    return transformation()
        + " of "
        + (original instanceof Transformed ? original : FunctionNames.words(original));
  }
}
