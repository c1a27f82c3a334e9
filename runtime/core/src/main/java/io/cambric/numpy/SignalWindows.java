package io.cambric.numpy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.array.Sizes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.routine.Arithmetic;
import io.cambric.numpy.routine.Creation;
import io.cambric.numpy.special.BesselAndSinc;

/** Windows that taper a piece of a signal, {@code [size]}, in the default floating dtype. */
final class SignalWindows {

  private SignalWindows() {}

  /**
   * {@return the window of Bartlett: {@code 1 - |2 n + 1 - size| / (size - 1)}, a triangle}
   *
   * @param size the number of elements, not negative; one element is 1
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.bartlett.html">jnp.bartlett</a>
   */
  public static Array bartlett(int size) {
    if (isShort("bartlett", size)) {
      return flat(size);
    }
    return places(size).mul(2).add(1).sub(size).abs().div(size - 1).neg().add(1);
  }

  /**
   * {@return the window of Blackman: {@code 0.42 - 0.5 cos(2 pi n / (size - 1)) + 0.08 cos(4 pi n /
   * (size - 1))}}
   *
   * @param size the number of elements, not negative; one element is 1
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.blackman.html">jnp.blackman</a>
   */
  public static Array blackman(int size) {
    if (isShort("blackman", size)) {
      return flat(size);
    }
    return cosine(size, 2).mul(-0.5).add(0.42).add(cosine(size, 4).mul(0.08));
  }

  /**
   * {@return the window of Hamming: {@code 0.54 - 0.46 cos(2 pi n / (size - 1))}}
   *
   * @param size the number of elements, not negative; one element is 1
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.hamming.html">jnp.hamming</a>
   */
  public static Array hamming(int size) {
    if (isShort("hamming", size)) {
      return flat(size);
    }
    return cosine(size, 2).mul(-0.46).add(0.54);
  }

  /**
   * {@return the window of von Hann: {@code (1 - cos(2 pi n / (size - 1))) / 2}}
   *
   * @param size the number of elements, not negative; one element is 1
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.hanning.html">jnp.hanning</a>
   */
  public static Array hanning(int size) {
    if (isShort("hanning", size)) {
      return flat(size);
    }
    return cosine(size, 2).neg().add(1).mul(0.5);
  }

  /** {@return the window of Kaiser, as {@link #kaiser(int, Array)}} */
  public static Array kaiser(int size, double beta) {
    return kaiser(size, Creation.scalar(beta));
  }

  /**
   * {@return the window of Kaiser: {@code i0(beta sqrt(1 - ((n - a) / a)^2)) / i0(beta)} with
   * {@code a = (size - 1) / 2}}
   *
   * @param size the number of elements, not negative; one element is 1
   * @param beta the attenuation of the ends, a scalar; 0 gives a rectangle
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.numpy.kaiser.html">jnp.kaiser</a>
   */
  public static Array kaiser(int size, Array beta) {
    if (isShort("kaiser", size)) {
      return flat(size);
    }
    double middle = 0.5 * (size - 1);
    var height = places(size).sub(middle).div(middle).square().neg().add(1).sqrt();
    return BesselAndSinc.i0(Arithmetic.multiply(beta, height)).div(BesselAndSinc.i0(beta));
  }

  /** {@return whether a window has fewer than two elements} */
  private static boolean isShort(String name, int size) {
    return Sizes.notNegative(name, "size", size) <= 1;
  }

  private static Array flat(int size) {
    return Creation.ones(Shape.of(size), DType.defaultFloat());
  }

  private static Array places(int size) {
    return Lax.iota(DType.defaultFloat(), size);
  }

  /** {@return the cosine of {@code times pi n / (size - 1)}} */
  private static Array cosine(int size, int times) {
    return places(size).mul(times * Math.PI).div(size - 1).cos();
  }
}
