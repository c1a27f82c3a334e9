package io.cambric.transform;

import java.util.function.Supplier;

/** Programs run without compilation. */
final class EagerFunctions {

  private EagerFunctions() {}

  /**
   * {@return the result of the body, run without compilation} Jitted functions, loops and branches
   * run as Java code on concrete values.
   *
   * <p>Loops and branches without concrete values are traced as usual, for example if a condition
   * differs between the lanes of vmap.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.disable_jit.html">jax.disable_jit</a>
   */
  public static <R> R disableJit(Supplier<? extends R> body) {
    return DisabledJit.run(body);
  }

  /** Runs the body like {@link #disableJit(Supplier)}. */
  public static void disableJit(Runnable body) {
    DisabledJit.run(() -> {
      body.run();
      return body;
    });
  }
}
