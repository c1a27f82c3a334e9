package io.cambric.kernels.simd.codegen;

import static java.lang.constant.ConstantDescs.CD_float;

import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.scalar.ScalarMath;
import io.cambric.kernels.simd.jit.Species;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.IntConsumer;

/**
 * Writes a pass over a row with reductions, which combines elements in the tree of {@code
 * FloatFold}. Accumulator i of w takes the elements i, w + i and so on. The remaining elements go
 * to the last accumulators. Then upper halves are combined with lower halves.
 */
final class RowFolds {

  private static final int LANES = Species.LANES;

  /** The most vectors of accumulators of one reduction that a loop keeps in registers. */
  private static final int PLACES = 4;

  /** The most vectors of accumulators that the registers hold. */
  private static final int MAX_SUMS = LANES == 16 ? 16 : 8;

  /** The largest code of a pass that is repeated for some vectors of many accumulators. */
  private static final int FEW = 48;

  /** The largest code of a pass that is repeated for all vectors of few accumulators. */
  private static final int MANY = 140;

  private final PassWriter writer;
  private final LoopBody body;
  private final KernelCode code;
  private final CodeBuilder builder;
  private final RowPlan.Pass pass;
  private final RowPlan.Lengths lengths;

  /** Accumulators of a reduction. */
  private final int width;

  /** Whether all accumulators stay in registers until they are combined. */
  private final boolean inRegisters;

  /** The reductions of a pass. A local {@code lanes} has an array of all accumulators. */
  RowFolds(
      PassWriter writer,
      LoopBody body,
      KernelCode code,
      RowPlan.Pass pass,
      RowPlan.Lengths lengths) {
    this.writer = writer;
    this.body = body;
    this.code = code;
    this.builder = code.builder();
    this.pass = pass;
    this.lengths = lengths;
    width = lengths.accumulators();
    int all = width / LANES;
    inRegisters = places() == all && (all == 1 || !lengths.ragged() || all * pass.cost() <= FEW);
  }

  void write() {
    writer.setWhole(width);
    foldInParts(places());
    for (int fold = 0; fold < count(); fold++) {
      int value = pass.folds().get(fold);
      foldVectors(fold, 0, 1);
      foldLanes(fold);
      code.store("lanes", () -> code.number(0));
      code.reference(ValueLocals.array(value)).get(ValueLocals.offset(value));
      code.reference("lanes").number(0).builder().faload();
      if (VectorCosts.rounds(body.instr(value))) {
        builder.invokestatic(
            ClassDesc.of(ScalarMath.class.getName()),
            "toBfloat16",
            MethodTypeDesc.of(CD_float, CD_float));
      }
      builder.fastore();
    }
  }

  /** {@return the vectors of accumulators that a loop over the row holds for each reduction} */
  private int places() {
    int all = width / LANES;
    if (all <= PLACES) {
      return all * count() <= MAX_SUMS && all * pass.cost() <= MANY ? all : 1;
    }
    return pass.cost() * PLACES <= FEW ? PLACES : 1;
  }

  private int count() {
    return pass.folds().size();
  }

  private static String sum(int fold, int place) {
    return "sum" + fold + "," + place;
  }

  /**
   * Reduces a row in one or more loops, each for some of the accumulators in order. The remaining
   * elements have one copy of the code for all accumulators, since C1 does not compile methods with
   * a copy for each.
   */
  private void foldInParts(int places) {
    if (inRegisters) {
      foldInRegisters();
      return;
    }
    code.number(width).set("width");
    code.loop(
        CountedLoop.upTo("first", "width", places * LANES),
        () -> {
          clear(places);
          code.loop(new CountedLoop("i", "first", "whole", width), () -> foldGroup(places));
          for (int fold = 0; fold < count(); fold++) {
            for (int place = 0; place < places; place++) {
              int lane = fold * width + place * LANES;
              code.reference(sum(fold, place)).store("lanes", () -> code.get("first").plus(lane));
            }
          }
        });
    writer.rest(
        lengths,
        () -> {
          code.get("whole").plus(width).minus("length").number(-LANES).builder().iand();
          code.set("partial");
          code.loop(
              new CountedLoop("first", "partial", "width", LANES),
              () -> {
                code.get("length").plus(-width).plus("first").set("i");
                foldRest(
                    fold -> code.vector("lanes", () -> first(fold)),
                    fold -> code.store("lanes", () -> first(fold)));
              });
        });
  }

  /** Reduces a row to accumulators that stay in registers. */
  private void foldInRegisters() {
    int all = width / LANES;
    clear(all);
    code.loop(CountedLoop.upTo("i", "whole", width), () -> foldGroup(all));
    for (int place = all - 1; place >= 0 && lengths.ragged(); place--) {
      int number = place;
      int behind = (all - 1 - place) * LANES;
      code.get("length").minus("whole").plus(-behind).set("some");
      code.choose(
          "some",
          () -> {
            code.get("length").plus(-LANES - behind).set("i");
            foldRest(
                fold -> code.reference(sum(fold, number)), fold -> code.keep(sum(fold, number)));
          },
          () -> {});
    }
  }

  /**
   * Loads one vector of a reduction: the upper half of its vectors is combined with the lower half
   * until one is left. It takes every {@code step}-th vector from {@code place} on.
   */
  private void foldVectors(int fold, int place, int step) {
    if (step * LANES >= width) {
      if (inRegisters) {
        code.reference(sum(fold, place));
        return;
      }
      int lane = fold * width + place * LANES;
      code.vector("lanes", () -> code.number(lane));
      return;
    }
    foldVectors(fold, place, 2 * step);
    foldVectors(fold, place + step, 2 * step);
    combine(fold);
  }

  /** Combines the upper half of the lanes on the stack with the lower half, until one is left. */
  private void foldLanes(int fold) {
    for (int half = LANES / 2; half > 0; half /= 2) {
      code.keep("halves").reference("halves").reference("halves");
      VectorCode.exchange(builder, half);
      combine(fold);
    }
  }

  /** Loads the position of the accumulators of a reduction that the loop handles. */
  private void first(int fold) {
    code.get("first").plus(fold * width);
  }

  private void clear(int places) {
    for (int fold = 0; fold < count(); fold++) {
      for (int place = 0; place < places; place++) {
        identity(fold);
        code.keep(sum(fold, place));
      }
    }
  }

  /** Combines each accumulator with its vector of points, from {@code i} on. */
  private void foldGroup(int places) {
    for (int place = 0; place < places; place++) {
      var known = writer.points(pass, place * LANES, false);
      for (int fold = 0; fold < count(); fold++) {
        code.reference(sum(fold, place));
        known.values().get(operand(fold));
        combine(fold);
        code.keep(sum(fold, place));
      }
    }
  }

  /** Combines the remaining points at {@code i} with accumulators. */
  private void foldRest(IntConsumer load, IntConsumer store) {
    writer.setMask();
    var known = writer.points(pass, 0, true);
    for (int fold = 0; fold < count(); fold++) {
      load.accept(fold);
      // Lanes outside the mask hold the identity.
      identity(fold);
      known.values().get(operand(fold));
      code.reference("mask");
      VectorCode.cast(builder, LaneType.F32);
      VectorCode.blend(builder, LaneType.F32);
      combine(fold);
      store.accept(fold);
    }
  }

  private int operand(int fold) {
    return body.instr(pass.folds().get(fold)).args().getFirst();
  }

  /** Combines the two vectors on the stack. */
  private void combine(int fold) {
    VectorCode.binary(builder, LaneType.F32, name(fold));
  }

  /** Loads the identity of a reduction, in all lanes. */
  private void identity(int fold) {
    VectorCode.broadcast(
        builder,
        LaneType.F32,
        switch (op(fold)) {
          case ROW_SUM -> 0f;
          case ROW_MAX -> Float.NEGATIVE_INFINITY;
          default -> Float.POSITIVE_INFINITY;
        });
  }

  private ScalarOp op(int fold) {
    return body.instr(pass.folds().get(fold)).op();
  }

  private String name(int fold) {
    return switch (op(fold)) {
      case ROW_SUM -> "add";
      case ROW_MAX -> "max";
      default -> "min";
    };
  }
}
