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

  /** {@return sizes of the loops over the points} */
  int[] dims();

  /** {@return a measure of the length of the code: values and positions that it computes} */
  int values();

  private static int values(LoopBody body, int[] dims, int accesses) {
    int passes = 1 + (int) body.code().stream().filter(i -> i.op().isRowReduction()).count();
    return (body.valueCount() + accesses) * passes + accesses * dims.length;
  }

  /**
   * A body at each point of an iteration space.
   *
   * @param dims sizes of the space, outermost first
   * @param inputs one an input, with a stride for each dim
   * @param outputs one a result, with a stride for each dim
   */
  record Loop(LoopBody body, int[] dims, List<Access> inputs, List<Access> outputs)
      implements SmallStep {

    @Override
    public int values() {
      return SmallStep.values(body, dims, inputs.size() + outputs.size());
    }
  }

  /**
   * A reduction of what a body computes.
   *
   * @param dims sizes of the space, kept dims first
   * @param kept the number of kept dims
   * @param inputs one an input, with a stride for each dim
   * @param output with a stride for each kept dim
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
   * @param columns of a product
   * @param lhs with a stride for each dim, as {@code rhs} and {@code out}
   */
  record Product(int[] dims, int columns, Access lhs, Access rhs, Access out) implements SmallStep {

    @Override
    public int values() {
      return 4 * Math.min(columns, ProductWriter.TOGETHER);
    }
  }

  /**
   * A copy of a block that has a computed place: in the target if that is more than the block, else
   * in the source.
   *
   * @param dims sizes of the block
   * @param starts where the block begins, in addition to the offset of the access
   * @param whole what the target is equal to elsewhere, or null if the block is all of it
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
   * @param place the element that holds it
   * @param most the last place for which the block lies inside
   * @param stride of the axis
   * @param isDropped whether a block that lies outside is not copied; else it is moved inside
   */
  record Start(Access place, int most, int stride, boolean isDropped) {}

  /**
   * The index of the largest or the smallest element of each line.
   *
   * @param dims sizes of the operand; the lines run along the last one
   * @param input with a stride for each dim
   * @param output with a stride for each dim but the last
   */
  record Search(int[] dims, Access input, Access output, boolean isMax) implements SmallStep {

    @Override
    public int values() {
      return 8 + 2 * dims.length;
    }
  }

  /**
   * A function of neighbouring floats in working memory.
   *
   * @param function the number of its array, which holds the function
   * @param argument the floats
   * @param result the memory of the results
   * @param count floats
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
   * {@return a batch of products, or null if its sums do not go in order of k, or are not of f32}
   * Products of vectors are reductions.
   *
   * @param lhs with strides of batch, rows and k
   * @param rhs with strides of batch, k and columns
   * @param out with strides of batch, rows and columns
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
      // The transposed product, whose sums of a row are more.
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
