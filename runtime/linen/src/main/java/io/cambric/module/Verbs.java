package io.cambric.module;

import io.cambric.scope.lift.Lifting;

/** The transformation behind the verbs of a lifted module or a lifted function. */
final class Verbs {

  private Verbs() {}

  /**
   * {@return the transformation that the verbs of a value change}
   *
   * @param lifted a module, whose outermost transformation it is, or a function
   */
  static <L extends Lifting> L lift(Object lifted, Class<L> kind) {
    return kind.cast(
        lifted instanceof Module<?> module
            ? module.outermostLift()
            : ((FunctionLift) lifted).lifting());
  }

  /** {@return a module under a transformation, of its class that has the options as methods} */
  @SuppressWarnings("unchecked") // the class that its type has for the transformation
  static <S> S lifted(Object module, Lifting lifting, String... methods) {
    return (S) ((Module<?>) module).liftedWithOptions(lifting, methods);
  }

  /** {@return the value with another transformation in place of the one that its verbs change} */
  @SuppressWarnings("unchecked") // the class of the value; its lift says which
  static <S> S with(Object lifted, Lifting lifting) {
    return (S)
        (lifted instanceof Module<?> module
            ? module.relifted(lifting)
            : ((FunctionLift) lifted).with(lifting));
  }
}
