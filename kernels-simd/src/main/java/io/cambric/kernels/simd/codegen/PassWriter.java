package io.cambric.kernels.simd.codegen;

import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.kernel.LoopBody;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes the passes of a method, over points or over row values.
 *
 * <p>Locals have these names: {@code length} is the number of points of a row, and {@code i} the
 * first point of a vector. {@code whole} is the end of the points in whole groups of vectors, and
 * {@code mask} selects the points after it.
 */
final class PassWriter {

  private final LoopBody body;
  private final KernelCode code;
  private final VectorEmitter emitter;

  /** Row values that the method has computed. */
  private final Set<Integer> computed = new HashSet<>();

  /** The code of a method with locals for the array and the offset of each operand. */
  PassWriter(LoopBody body, KernelCode code) {
    this.body = body;
    this.code = code;
    emitter = new VectorEmitter(code, body);
  }

  /** Emits the literals that a pass reads. */
  void literals(RowPlan.Pass pass) {
    emitter.literals(Stream.concat(pass.points().stream(), pass.folds().stream()));
  }

  /**
   * Computes the row values of one row, in all lanes.
   *
   * @param stores its values that are read elsewhere
   */
  void rowValues(RowPlan.Pass pass, List<Integer> stores) {
    pass.reads().forEach(emitter.values()::spread);
    pass.points().forEach(emitter::emit);
    computed.addAll(pass.points());
    stores.forEach(emitter.values()::storeFirst);
  }

  /** Emits a loop over whole vectors of points up to an end. */
  void vectors(RowPlan.Pass pass, String end) {
    code.loop(CountedLoop.upTo("i", end, code.lanes()), () -> points(pass, 0, false));
  }

  /** Emits a loop over the points of one row, and stores the results of its reductions. */
  void row(RowPlan.Pass pass, RowPlan.Lengths lengths) {
    pass.rowReads().stream()
        .filter(value -> !computed.contains(value))
        .forEach(emitter.values()::spread);
    if (!pass.folds().isEmpty()) {
      new RowFolds(this, body, code, pass, lengths).write();
      return;
    }
    setWhole(code.lanes());
    vectors(pass, "whole");
    rest(
        lengths,
        () -> {
          code.get("length").plus(-code.lanes()).set("i");
          setMask();
          points(pass, 0, true);
        });
  }

  /**
   * Computes and stores the values of the vector of points at {@code i + shift}.
   *
   * @return an emitter that knows the values
   */
  VectorEmitter points(RowPlan.Pass pass, int shift, boolean masked) {
    var copy = emitter.copy();
    pass.reads().forEach(value -> copy.values().load(value, shift));
    pass.points().forEach(copy::emit);
    pass.stores().forEach(value -> copy.values().store(value, shift, masked));
    return copy;
  }

  /** Sets {@code whole} to the points in whole groups of {@code size}, a power of two. */
  void setWhole(int size) {
    code.get("length").number(-size).builder().iand();
    code.set("whole");
  }

  /** Sets the mask to the remaining points of the vector at {@code i}. */
  void setMask() {
    CodeBuilder builder = code.builder();
    var bits = code.vectors().bits();
    VectorCode.species(builder, bits);
    code.get("i");
    widen(bits);
    VectorCode.spread(builder, bits);
    builder
        .loadConstant(1)
        .invokevirtual(bits.vector(), "addIndex", MethodTypeDesc.of(bits.vector(), CD_int));
    VectorCode.operator(builder, "GE", VectorCode.COMPARISON);
    code.get("whole");
    widen(bits);
    builder.invokevirtual(
        bits.vector(),
        "compare",
        MethodTypeDesc.of(VectorCode.MASK, VectorCode.COMPARISON, bits.element()));
    code.keep("mask");
  }

  private void widen(LaneType bits) {
    if (bits == LaneType.I64) {
      code.builder().i2l();
    }
  }

  /** Emits code that runs if points remain. */
  void rest(RowPlan.Lengths lengths, Runnable inner) {
    if (lengths.ragged()) {
      var none = code.builder().newLabel();
      code.get("whole").get("length").builder().if_icmpge(none);
      inner.run();
      code.builder().labelBinding(none);
    }
  }
}
