package io.cambric.kernels.simd.codegen;

import io.cambric.kernel.LoopBody;
import java.lang.classfile.CodeBuilder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Generates a method for one row: the computation of row values, or a pass over the points. */
final class RowPass {

  private final LoopBody body;
  private final CodeBuilder code;
  private final RowOperands operands;
  private final VectorEmitter emitter;

  /** Row values that this method has computed. */
  private final Set<Integer> computed = new HashSet<>();

  /** Prepares a method, in which no operand is open. */
  RowPass(LoopBody body, CodeBuilder code, RowOperands operands) {
    this.body = body;
    this.code = code;
    this.operands = operands;
    emitter = new VectorEmitter(code, body);
  }

  /** Emits the literals that a pass reads. */
  void literals(RowPlan.Pass pass) {
    emitter.literals(Stream.concat(pass.points().stream(), pass.folds().stream()));
  }

  /**
   * {@return the loops of a pass, not generated yet}
   *
   * @param lanes a local with an array of the accumulators of all reductions
   * @param lengths row lengths
   */
  PointLoops loops(RowPlan.Pass pass, int lanes, RowLengths lengths) {
    return new PointLoops(body, pass, operands, emitter, code, lanes, lengths);
  }

  /**
   * Computes the row values of one row, in all lanes.
   *
   * @param pass over row values
   * @param stores those of its values that are read elsewhere
   */
  void values(RowPlan.Pass pass, List<Integer> stores) {
    for (int value : pass.reads()) {
      emitter.spread(value, operands.array(value), operands.offset(value));
    }
    for (int value : pass.points()) {
      emitter.emit(value);
    }
    computed.addAll(pass.points());
    for (int value : stores) {
      emitter.storeFirst(value, operands.array(value), operands.offset(value));
    }
  }

  /**
   * Visits the points of one row, and stores the results of its reductions.
   *
   * @param length a local with the number of points
   */
  void points(RowPlan.Pass pass, PointLoops loops, int length) {
    for (int value : pass.rowReads()) {
      if (!computed.contains(value)) {
        emitter.spread(value, operands.array(value), operands.offset(value));
      }
    }
    var folds = loops.writeRow(length);
    for (int fold = 0; fold < pass.folds().size(); fold++) {
      int value = pass.folds().get(fold);
      code.aload(operands.array(value)).iload(operands.offset(value));
      folds.result(fold);
      code.fastore();
    }
  }
}
