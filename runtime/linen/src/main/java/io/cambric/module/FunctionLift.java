package io.cambric.module;

import io.cambric.scope.lift.Lifting;

/**
 * A function of modules under a lifted transformation. Immutable: a verb returns another function.
 * Its classes, one for each transformation and number of arguments, come from the build.
 */
@LiftArities(5)
abstract class FunctionLift {

  private final Lifting lifting;

  FunctionLift(Lifting lifting) {
    this.lifting = lifting;
  }

  final Lifting lifting() {
    return lifting;
  }

  /** {@return the transformation with its options} */
  @Override
  public final String toString() {
    return "a function under " + lifting;
  }

  /** {@return the same function under another transformation of the same kind} */
  abstract FunctionLift with(Lifting lifting);
}
