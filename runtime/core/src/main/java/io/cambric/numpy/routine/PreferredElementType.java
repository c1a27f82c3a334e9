package io.cambric.numpy.routine;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.dtype.Promotion;

/** Products in a preferred element type: the dtype of the sums and of the result. */
public final class PreferredElementType {

  private PreferredElementType() {}

  /** A product of two arrays. */
  @FunctionalInterface
  public interface Product {

    /** {@return the product} */
    Array apply(Array x, Array y);
  }

  /** {@return a product, summed in a dtype} */
  public static Array product(Product product, Array x, Array y, DType dtype) {
    return Lax.convertElementType(product.apply(widened(x, dtype), widened(y, dtype)), dtype);
  }

  /** {@return x in the common dtype of x and the preferred dtype} */
  public static Array widened(Array x, DType dtype) {
    return Lax.convertElementType(x, Promotion.promoteTypes(x.dtype(), dtype));
  }
}
