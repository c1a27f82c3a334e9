package io.cambric.kernels.simd.codegen;

import static java.lang.constant.ConstantDescs.CD_float;

import io.cambric.kernel.Instr;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernels.simd.jit.Species;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * Generates the reductions of a pass over rows, with the tree of {@code FloatFold}. Of w
 * accumulators, accumulator i takes the elements i, w + i and so on. The remaining elements go to
 * the last accumulators, then halves are combined with halves.
 */
final class RowFolds {

  static final int NO_MASK = -1;

  private final CodeBuilder code;
  private final List<Instr> folds;
  private final int width;
  private final int lanes;
  private final int at;

  /**
   * The reductions of a pass.
   *
   * @param width accumulators of a reduction
   * @param lanes a local with an array of the accumulators of all reductions
   * @param at a local for an index
   */
  RowFolds(CodeBuilder code, List<Instr> folds, int width, int lanes, int at) {
    this.code = code;
    this.folds = folds;
    this.width = width;
    this.lanes = lanes;
    this.at = at;
  }

  /** Loads the identity of a reduction, in all lanes. */
  void identity(int fold) {
    VectorCode.broadcast(
        code,
        switch (op(fold)) {
          case ROW_SUM -> 0f;
          case ROW_MAX -> Float.NEGATIVE_INFINITY;
          default -> Float.POSITIVE_INFINITY;
        });
  }

  /** Loads the operand of a reduction; lanes outside the mask, a local, hold the identity. */
  void operand(int fold, VectorEmitter known, int mask) {
    int value = folds.get(fold).args().getFirst();
    if (mask == NO_MASK) {
      known.get(value);
      return;
    }
    identity(fold);
    known.get(value);
    code.aload(mask);
    VectorCode.cast(code, true);
    VectorCode.blend(code, true);
  }

  /** Combines the two vectors on the stack. */
  void combine(int fold) {
    VectorCode.binary(code, name(fold));
  }

  private ScalarOp op(int fold) {
    return folds.get(fold).op();
  }

  private String name(int fold) {
    return switch (op(fold)) {
      case ROW_SUM -> "add";
      case ROW_MAX -> "max";
      default -> "min";
    };
  }

  /** Combines halves of the accumulators with halves, until one vector is left. */
  void halve(int fold) {
    for (int half = width / 2; half >= Species.LANES; half /= 2) {
      for (int lane = fold * width; lane < fold * width + half; lane += Species.LANES) {
        load(lane);
        load(lane + half);
        combine(fold);
        store(lane);
      }
    }
  }

  /** As {@link #halve}, for accumulators in locals. */
  void halve(int fold, int[] vectors) {
    for (int half = vectors.length / 2; half > 0; half /= 2) {
      for (int k = 0; k < half; k++) {
        code.aload(vectors[k]).aload(vectors[k + half]);
        combine(fold);
        code.astore(vectors[k]);
      }
    }
    code.aload(vectors[0]);
    store(fold * width);
  }

  /** Loads the reduction of the elements of the last vector. */
  void result(int fold) {
    elements(fold, fold * width, 1);
  }

  private void load(int lane) {
    code.loadConstant(lane).istore(at);
    VectorCode.load(code, true, lanes, at);
  }

  private void store(int lane) {
    code.loadConstant(lane).istore(at);
    VectorCode.store(code, true, lanes, at);
  }

  /** Reduces the elements at {@code lane}, {@code lane + step} and so on to one. */
  private void elements(int fold, int lane, int step) {
    if (step == Species.LANES) {
      code.aload(lanes).loadConstant(lane).faload();
      return;
    }
    elements(fold, lane, 2 * step);
    elements(fold, lane + step, 2 * step);
    if (op(fold) == ScalarOp.ROW_SUM) {
      code.fadd();
    } else {
      code.invokestatic(
          ClassDesc.of("java.lang.Math"),
          name(fold),
          MethodTypeDesc.of(CD_float, CD_float, CD_float));
    }
  }
}
