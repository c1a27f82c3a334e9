package io.cambric.transform;

import java.util.function.Supplier;

/** Programs run without compilation. */
final class EagerFunctions {

  private EagerFunctions() {}

  /**
   * {@return the result of the body, run without compilation: jitted functions, loops and branches
   * run as Java code on concrete values}
   *
   * <p>Where there are no values, as for a condition that differs between the lanes of vmap, they
   * are traced as ever.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.disable_jit.html">jax.disable_jit</a>
   */
  public static <R> R disableJit(Supplier<? extends R> body) {
    return DisabledJit.run(body);
  }

  /** Runs the body as {@link #disableJit(Supplier)} does. */
  public static void disableJit(Runnable body) {
    DisabledJit.run(() -> {
      body.run();
      return body;
    });
  }
}
