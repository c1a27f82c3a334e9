package io.cambric.kernel.straight;

import io.cambric.array.DType;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.block.Lane;
import io.cambric.kernel.block.LaneFold;
import io.cambric.kernel.block.TreeReduce;

/** The order in which a reduction combines its values, which is the order of {@link TreeReduce}. */
final class FoldOrder {

  private FoldOrder() {}

  /** {@return whether a tree sums the rows, instead of one value after another} */
  static boolean isTree(SmallStep.Reduce reduce, int length) {
    return step(reduce) == ScalarOp.ADD && !isInOrder(reduce, length);
  }

  /** {@return whether straight code can follow the order} */
  static boolean isKnown(SmallStep.Reduce reduce, int length) {
    var dtype = reduce.output().dtype();
    return isInOrder(reduce, length)
        || dtype == DType.F32 && step(reduce) == ScalarOp.ADD && axes(reduce) == 1;
  }

  private static boolean isInOrder(SmallStep.Reduce reduce, int length) {
    var dtype = reduce.output().dtype();
    var step = step(reduce);
    boolean isAnyOrder = !dtype.isFloating() || step != ScalarOp.ADD && step != ScalarOp.MUL;
    if (isAnyOrder) {
      return true;
    }
    var strides = reduce.inputs().stream().map(Access::strides).toList();
    return axes(reduce) <= 1
        && (LaneFold.width(Lane.of(dtype), length) == 1
            || TreeReduce.columnAxis(reduce.dims(), reduce.kept(), strides) >= 0);
  }

  private static ScalarOp step(SmallStep.Reduce reduce) {
    return LaneFold.step(reduce.op(), reduce.output().dtype());
  }

  /** {@return the number of reduced axes with more than one element} */
  private static int axes(SmallStep.Reduce reduce) {
    int axes = 0;
    for (int d = reduce.kept(); d < reduce.dims().length; d++) {
      axes += reduce.dims()[d] > 1 ? 1 : 0;
    }
    return axes;
  }
}
