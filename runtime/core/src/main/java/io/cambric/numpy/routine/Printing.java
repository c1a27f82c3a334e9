package io.cambric.numpy.routine;

import io.cambric.core.PrintOptions;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Options for the text of arrays. */
public final class Printing {

  private Printing() {}

  /** {@return the current print options} */
  public static PrintOptions getPrintoptions() {
    return PrintOptions.current();
  }

  /**
   * Sets the print options of this process.
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.set_printoptions.html">jnp.set_printoptions</a>
   */
  public static void setPrintoptions(PrintOptions options) {
    PrintOptions.set(options);
  }

  /**
   * {@return the result of a call that runs with print options}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.printoptions.html">jnp.printoptions</a>
   */
  public static <T extends @Nullable Object> T printoptions(
      PrintOptions options, Supplier<T> body) {
    return options.during(body);
  }
}
