package io.cambric.kernel.straight;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.DotProducts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step of straight code: a call of a kernel on so few elements that its code can be inlined. */
public sealed interface SmallStep {

  /** {@return the sizes of the loops over the points} */
  int[] dims();

  /** {@return a measure of the length of the code: the number of computed values and positions} */
  int values();

  private static int values(LoopBody body, int[] dims, int accesses) {
    int passes = 1 + (int) body.code().stream().filter(i -> i.op().isRowReduction()).count();
    return (body.valueCount() + accesses) * passes + accesses * dims.length;
  }

  /**
   * A body at each point of an iteration space.
   *
   * @param dims sizes of the space, outermost first
   * @param inputs one per input, with a stride for each dim
   * @param outputs one per result, with a stride for each dim
   */
  record Loop(LoopBody body, int[] dims, List<Access> inputs, List<Access> outputs)
      implements SmallStep {

    @Override
    public int values() {
      return SmallStep.values(body, dims, inputs.size() + outputs.size());
    }
  }

  /**
   * A reduction of the values that a body computes.
   *
   * @param dims sizes of the space, kept dims first
   * @param kept the number of kept dims
   * @param inputs one per input, with a stride for each dim
   * @param output an access with a stride for each kept dim
   */
  record Reduce(
      ReduceOp op, LoopBody body, int[] dims, int kept, List<Access> inputs, Access output)
      implements SmallStep {

    @Override
    public int values() {
      return SmallStep.values(body, dims, inputs.size() + 1);
    }
  }

  /**
   * A batch of products of f32 matrices.
   *
   * @param dims batch, rows, groups of columns, and k
   * @param columns columns of a product
   * @param lhs an access with a stride for each dim, like {@code rhs} and {@code out}
   */
  record Product(int[] dims, int columns, Access lhs, Access rhs, Access out) implements SmallStep {

    @Override
    public int values() {
      return 4 * Math.min(columns, ProductWriter.TOGETHER);
    }
  }

  /**
   * A copy of a block whose position is computed. The position is in the target if the target is
   * larger than the block, else in the source.
   *
   * @param dims sizes of the block
   * @param starts where the block begins, in addition to the offset of the access
   * @param whole the array that the target equals elsewhere; null if the block is the whole target
   * @param size elements of the whole
   */
  record Copy(
      int[] dims, Access from, Access to, List<Start> starts, @Nullable Access whole, int size)
      implements SmallStep {

    @Override
    public int values() {
      return 4 * (starts.size() + dims.length + 1);
    }
  }

  /**
   * Where a block begins along an axis.
   *
   * @param place the element that holds the position
   * @param most the last position at which the block is inside the array
   * @param stride stride of the axis
   * @param isDropped whether a block outside the array is not copied; else it is moved inside
   */
  record Start(Access place, int most, int stride, boolean isDropped) {}

  /**
   * The index of the largest or the smallest element of each line.
   *
   * @param dims sizes of the operand; the lines run along the last axis
   * @param input an access with a stride for each dim
   * @param output an access with a stride for each dim except the last
   */
  record Search(int[] dims, Access input, Access output, boolean isMax) implements SmallStep {

    @Override
    public int values() {
      return 8 + 2 * dims.length;
    }
  }

  /**
   * A function of consecutive floats in working memory.
   *
   * @param function the number of the function among the arrays of the code
   * @param argument the floats
   * @param result the memory of the results
   * @param count number of floats
   */
  record Apply(int function, Access argument, Access result, int count) implements SmallStep {

    @Override
    public int[] dims() {
      return new int[] {count};
    }

    @Override
    public int values() {
      return 2;
    }
  }

  /**
   * {@return a batch of products; null if a sum is not in order of k or not of f32} Products of
   * vectors are reductions.
   *
   * @param lhs strides of batch, rows and k
   * @param rhs strides of batch, k and columns
   * @param out strides of batch, rows and columns
   */
  static @Nullable SmallStep product(MatmulSpec spec, Access lhs, Access rhs, Access out) {
    int[] x = lhs.strides();
    int[] y = rhs.strides();
    int[] z = out.strides();
    if (spec.dtype() != DType.F32 || !spec.ofVectors() && DotProducts.fit(spec, x, y)) {
      return null;
    }
    if (spec.ofVectors()) {
      var pair = LoopBody.of(ScalarOp.MUL, DType.F32, 0, List.of(DType.F32, DType.F32));
      return new Reduce(
          ReduceOp.SUM,
          pair,
          new int[] {spec.batch(), spec.inner()},
          1,
          List.of(lhs.with(x[0], x[2]), rhs.with(y[0], y[1])),
          out.with(z[0]));
    }
    if (spec.rows() > spec.columns()) {
      // The transposed product has more sums in a row.
      return product(
          spec.columns(),
          spec.rows(),
          spec,
          rhs.with(y[0], y[2], y[1]),
          lhs.with(x[0], x[2], x[1]),
          out.with(z[0], z[2], z[1]));
    }
    return product(spec.rows(), spec.columns(), spec, lhs, rhs, out);
  }

  private static Product product(
      int rows, int columns, MatmulSpec spec, Access lhs, Access rhs, Access out) {
    int group = ProductWriter.TOGETHER;
    int[] x = lhs.strides();
    int[] y = rhs.strides();
    int[] z = out.strides();
    return new Product(
        new int[] {spec.batch(), rows, columns / group, spec.inner()},
        columns,
        lhs.with(x[0], x[1], 0, x[2]),
        rhs.with(y[0], 0, group * y[2], y[1]),
        out.with(z[0], z[1], group * z[2], 0));
  }
}
