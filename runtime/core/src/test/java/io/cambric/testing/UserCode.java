package io.cambric.testing;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Source;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import org.jspecify.annotations.Nullable;

/** Code that stands in for a user's: messages name its lines, not those of the library. */
public final class UserCode {

  /** The array that a careless function keeps. */
  public static @Nullable Array kept;

  private UserCode() {}

  /** {@return exp(x), of which the function also keeps a part} */
  public static Array leak(Array x) {
    var doubled = x.add(x);
    kept = doubled;
    return doubled.exp();
  }

  /** {@return cos of the sine of x, which is named} */
  public static Array named(Array x) {
    return Transforms.checkpointName(x.sin(), "sine").cos();
  }

  /** {@return x or -x, by looking at its value} */
  public static Array branch(Array x) {
    return x.sum().gt(0).toBoolean() ? x : x.neg();
  }

  /** {@return the line that called the library} */
  public static Source where() {
    return Source.capture();
  }

  /** {@return x + y, which fails where their shapes do not fit} */
  public static Array add(Array x, NdArray y) {
    return x.add(y);
  }

  /** {@return x doubled until it is past ten} */
  public static Array doubledPastTen(Array x) {
    return Transforms.whileLoop((Array c) -> c.lt(10), (Array c) -> c.mul(2), x);
  }

  /** {@return log(x), which is NaN below zero} */
  public static Array log(Array x) {
    return x.log();
  }

  /** {@return the root where there is one, with the gradient that is NaN at zero} */
  public static Array rootOrZero(Array x) {
    return Numpy.where(x.gt(0), x.sqrt(), Numpy.zerosLike(x));
  }
}
