package io.cambric.kernel.straight;

import static java.lang.constant.ConstantDescs.CD_float;

import io.cambric.kernel.straight.PointLoops.Cursor;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * Writes a small matrix product. Several sums of a row are local variables, so additions of
 * different sums overlap. Each sum adds its products in order of k, as in large products.
 */
final class ProductWriter {

  /**
   * Sums that are computed together: more than the latency of an addition, fewer than registers.
   */
  static final int TOGETHER = 8;

  /** The number of dims before k: batch, rows and groups of columns. */
  private static final int DEPTH = 3;

  private static final ClassDesc MATH = ClassDesc.of(Math.class.getName());

  private final CodeBuilder code;
  private final SmallStep.Product product;
  private final PointLoops loops;
  private final int[] sums = new int[TOGETHER];
  private final int factor;

  ProductWriter(CodeBuilder code, SmallStep.Product product, PointLoops loops) {
    this.code = code;
    this.product = product;
    this.loops = loops;
    for (int i = 0; i < TOGETHER; i++) {
      sums[i] = code.allocateLocal(TypeKind.FLOAT);
    }
    factor = code.allocateLocal(TypeKind.FLOAT);
  }

  void write() {
    int columns = product.columns();
    int whole = columns - columns % TOGETHER;
    if (whole > 0) {
      group(0, DEPTH, TOGETHER);
    }
    if (whole < columns) {
      group(whole, DEPTH - 1, columns - whole);
    }
  }

  /**
   * Writes the sums of some columns of all rows.
   *
   * @param column the first column
   * @param to one past the last dim of the outer loops
   * @param count columns of a group
   */
  private void group(int column, int to, int count) {
    int next = product.rhs().strides()[DEPTH - 1] / TOGETHER;
    int apart = product.out().strides()[DEPTH - 1] / TOGETHER;
    loops.nest(
        0,
        to,
        loops.cursors(
            List.of(
                product.lhs(),
                product.rhs().plus(column * next),
                product.out().plus(column * apart))),
        outer -> {
          for (int i = 0; i < count; i++) {
            code.loadConstant(0f).fstore(sums[i]);
          }
          loops.nest(DEPTH, DEPTH + 1, outer, cursors -> add(cursors, next, count));
          for (int i = 0; i < count; i++) {
            int sum = sums[i];
            loops.store(outer.get(2), i * apart, () -> code.fload(sum));
          }
        });
  }

  private void add(List<Cursor> cursors, int next, int count) {
    loops.load(cursors.get(0));
    code.fstore(factor);
    for (int i = 0; i < count; i++) {
      code.fload(factor);
      loops.load(cursors.get(1), i * next);
      code.fload(sums[i]);
      code.invokestatic(MATH, "fma", MethodTypeDesc.of(CD_float, CD_float, CD_float, CD_float));
      code.fstore(sums[i]);
    }
  }
}
