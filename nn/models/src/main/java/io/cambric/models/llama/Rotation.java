package io.cambric.models.llama;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * The rotations of rotary positions for some tokens. A pytree.
 *
 * <p>Element {@code i} of a head and element {@code i + size / 2} are a pair, which is rotated by
 * the position times the frequency of the pair. Angles and rotations are f32 for states of any
 * dtype.
 *
 * @param cos {@code [batch, length, 1, size / 2]}
 * @param sin {@code [batch, length, 1, size / 2]}
 */
@PyTree
public record Rotation(Array cos, Array sin) {

  /**
   * {@return the rotations of positions}
   *
   * @param positions whole numbers, {@code [batch, length]}
   * @param headDim size of a head
   */
  static Rotation of(Array positions, RopeParameters parameters, int headDim) {
    var frequencies = NdArray.of(Shape.of(headDim / 2), parameters.frequencies(headDim));
    var angles = Numpy.expandDims(positions.astype(DType.F32), -1, -2).mul(frequencies);
    return new Rotation(Numpy.cos(angles), Numpy.sin(angles));
  }

  /** {@return heads with their pairs rotated, {@code [batch, length, heads, size]}} */
  Array rotate(Array heads) {
    var halves = Numpy.split(heads.astype(DType.F32), 2, -1);
    var first = halves.get(0);
    var second = halves.get(1);
    var rotated =
        Numpy.concatenate(
            List.of(first.mul(cos).sub(second.mul(sin)), second.mul(cos).add(first.mul(sin))), -1);
    return rotated.astype(heads.dtype());
  }
}
