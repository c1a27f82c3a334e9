package io.cambric.transform;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DifferentiationException;
import io.cambric.lax.Batching;
import io.cambric.lax.Lax;

/** Jacobians of functions of one array: derivatives along each element of a basis, mapped. */
final class Jacobians {

  private Jacobians() {}

  /** {@return the jacobian by forward differentiation: shape of the output, then of the input} */
  static Array forward(ArrayFn function, Array x) {
    requireFloating("jacfwd", x);
    var basis = basis(x.aval().strong());
    Fn<Array, Array> along = direction -> Differentiation.jvp(function, x, direction).tangent();
    // Lanes come first; the axes of the input belong last.
    var rows = Transforms.vmap(along).apply(basis);
    var last = Batching.moveAxis(rows, 0, rows.rank() - 1);
    return Lax.reshape(last, last.shape().slice(0, last.rank() - 1).concat(x.shape()));
  }

  /** {@return the jacobian by reverse differentiation: shape of the output, then of the input} */
  static Array reverse(ArrayFn function, Array x) {
    requireFloating("jacrev", x);
    var vjp = Differentiation.vjp(function, x);
    var basis = basis(vjp.output().aval().strong());
    var rows = Transforms.vmap(vjp.pullback()).apply(basis);
    return Lax.reshape(rows, vjp.output().shape().concat(x.shape()));
  }

  private static void requireFloating(String what, Array x) {
    if (!x.dtype().isFloating()) {
      throw new DifferentiationException(
          "%s needs a floating input, but got %s. Convert it with astype."
              .formatted(what, x.aval()));
    }
  }

  /** {@return one array of this aval for each of its elements, which is 1 in it, along axis 0} */
  private static Array basis(ShapedArray aval) {
    int count = aval.shape().size();
    var square = new float[count * count];
    for (int i = 0; i < count; i++) {
      square[i * count + i] = 1;
    }
    var eye = Lax.convertElementType(NdArray.of(Shape.of(count, count), square), aval.dtype());
    return Lax.reshape(eye, aval.shape().insert(0, count));
  }
}
