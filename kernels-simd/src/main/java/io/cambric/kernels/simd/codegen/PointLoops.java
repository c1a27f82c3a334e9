package io.cambric.kernels.simd.codegen;

import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.kernel.LoopBody;
import io.cambric.kernels.simd.jit.Species;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;

/** Generates the loops of a pass, over the points of a row or over row values. */
final class PointLoops {

  /** Vectors of accumulators of one reduction that are kept in registers at once. */
  private static final int PLACES = 4;

  /** Vectors of accumulators that the registers hold. */
  private static final int MAX_SUMS = Species.LANES == 16 ? 16 : 8;

  /** The largest code of a pass that is repeated for each vector of accumulators. */
  private static final int FEW = 48;

  private final LoopBody body;
  private final RowPlan.Pass pass;
  private final RowOperands operands;
  private final VectorEmitter emitter;
  private final CodeBuilder code;
  private final RowFolds folds;
  private final int lanes;
  private final int width;
  private final boolean ragged;
  private final int i;
  private final int at;
  private final int whole;
  private final int mask;

  /**
   * Prepares the loops of a pass.
   *
   * @param emitter holds literals and, once loops are generated, all row values that they read
   * @param lanes a local with an array of the accumulators of all reductions
   * @param lengths row lengths
   */
  PointLoops(
      LoopBody body,
      RowPlan.Pass pass,
      RowOperands operands,
      VectorEmitter emitter,
      CodeBuilder code,
      int lanes,
      RowLengths lengths) {
    this.body = body;
    this.pass = pass;
    this.operands = operands;
    this.emitter = emitter;
    this.code = code;
    this.lanes = lanes;
    width = lengths.accumulators();
    ragged = lengths.ragged();
    i = code.allocateLocal(TypeKind.INT);
    at = code.allocateLocal(TypeKind.INT);
    whole = code.allocateLocal(TypeKind.INT);
    mask = code.allocateLocal(TypeKind.REFERENCE);
    folds = new RowFolds(code, pass.folds().stream().map(body::instr).toList(), width, lanes, at);
  }

  /**
   * Generates the loops over a row. Afterwards {@link RowFolds#result} loads the results of
   * reductions.
   *
   * @param length a local with the points of the row
   */
  RowFolds writeRow(int length) {
    boolean wide = width > PLACES * Species.LANES;
    if (pass.folds().isEmpty()) {
      pointLoop(length);
    } else if (!wide && sums(width / Species.LANES) <= MAX_SUMS) {
      foldRotating(length);
    } else if (wide && pass.cost() * PLACES <= FEW) {
      foldInRegisters(length);
    } else {
      foldInMemory(length);
    }
    return folds;
  }

  /**
   * Generates the loop over row values.
   *
   * @param rows a local with their number
   */
  void writeRowValues(int rows) {
    // Arrays of row values have room for a whole last vector.
    pointsBelow(rows);
  }

  /** A loop over whole vectors of points, up to the end in a local. */
  private void pointsBelow(int end) {
    vectorsBelow(end, () -> points(0, false));
  }

  private void vectorsBelow(int end, Runnable inner) {
    VectorCode.loop(
        code, i, () -> code.loadConstant(0), () -> code.iload(end), Species.LANES, inner);
  }

  /** Computes and stores the values of the vector of points at {@code i + shift}. */
  private VectorEmitter points(int shift, boolean masked) {
    var copy = emitter.copy();
    for (int value : pass.reads()) {
      place(value, shift);
      copy.load(value, operands.array(value), at);
    }
    pass.points().forEach(copy::emit);
    for (int value : pass.stores()) {
      place(value, shift);
      if (masked) {
        copy.store(value, operands.array(value), at, mask);
      } else {
        copy.store(value, operands.array(value), at);
      }
    }
    return copy;
  }

  private void place(int value, int shift) {
    code.iload(operands.offset(value)).iload(i).iadd();
    add(shift);
    code.istore(at);
  }

  private void add(int shift) {
    if (shift != 0) {
      code.loadConstant(shift).iadd();
    }
  }

  /** Sets {@code whole} to the points in whole groups of {@code size}, a power of two. */
  private void setWhole(int length, int size) {
    code.iload(length).loadConstant(-size).iand().istore(whole);
  }

  /** Sets the mask to the remaining points of the vector at {@code i + shift}. */
  private void setMask(int shift) {
    VectorCode.species(code, false);
    code.iload(i);
    add(shift);
    VectorCode.spread(code, false);
    code.loadConstant(1);
    code.invokevirtual(VectorCode.INTS, "addIndex", MethodTypeDesc.of(VectorCode.INTS, CD_int));
    VectorCode.operator(code, "GE", VectorCode.COMPARISON);
    code.iload(whole);
    code.invokevirtual(
        VectorCode.INTS,
        "compare",
        MethodTypeDesc.of(VectorCode.MASK, VectorCode.COMPARISON, CD_int));
    code.astore(mask);
  }

  /** Generates code that runs if points remain. */
  private void rest(int length, Runnable inner) {
    if (ragged) {
      var none = code.newLabel();
      code.iload(whole).iload(length).if_icmpge(none);
      inner.run();
      code.labelBinding(none);
    }
  }

  private void pointLoop(int length) {
    setWhole(length, Species.LANES);
    pointsBelow(whole);
    rest(
        length,
        () -> {
          code.iload(length).loadConstant(Species.LANES).isub().istore(i);
          setMask(0);
          points(0, true);
        });
  }

  /** {@return the vectors of accumulators of all reductions, with {@code places} for each one} */
  private int sums(int places) {
    return places * pass.folds().size();
  }

  /** {@return a local for each vector of accumulators, with {@code places} for each reduction} */
  private int[] openSums(int places) {
    int[] sums = new int[sums(places)];
    for (int k = 0; k < sums.length; k++) {
      sums[k] = code.allocateLocal(TypeKind.REFERENCE);
    }
    return sums;
  }

  private void clear(int[] sums, int places) {
    for (int k = 0; k < sums.length; k++) {
      folds.identity(k / places);
      code.astore(sums[k]);
    }
  }

  /**
   * Reduces a row vector by vector with rotating accumulators: the first accumulator takes the next
   * vector and moves behind the last one. The bounds of each operand are then checked once before
   * the loop, and not once for each accumulator. Where the JIT unrolls the loop, the rotation costs
   * nothing.
   */
  private void foldRotating(int length) {
    int places = width / Species.LANES;
    int[] sums = openSums(places);
    setWhole(length, width);
    clear(sums, places);
    vectorsBelow(
        whole,
        () -> {
          var known = points(0, false);
          for (int fold = 0; fold < pass.folds().size(); fold++) {
            int first = fold * places;
            combine(fold, sums[first], known, false);
            for (int place = first + 1; place < first + places; place++) {
              code.aload(sums[place]).astore(sums[place - 1]);
            }
            code.astore(sums[first + places - 1]);
          }
        });
    rest(
        length,
        () -> {
          code.iload(length).loadConstant(width).isub().istore(i);
          foldPlaces(places, sums, true);
        });
    for (int fold = 0; fold < pass.folds().size(); fold++) {
      folds.halve(fold, Arrays.copyOfRange(sums, fold * places, (fold + 1) * places));
    }
  }

  /**
   * Reduces a row in several loops, each for some of the accumulators, with code for each vector.
   */
  private void foldInRegisters(int length) {
    int[] sums = openSums(PLACES);
    setWhole(length, width);
    int first = code.allocateLocal(TypeKind.INT);
    code.loadConstant(0).istore(first);
    VectorCode.loop(
        code,
        first,
        () -> code.iload(first),
        () -> code.loadConstant(width),
        PLACES * Species.LANES,
        () -> {
          foldFrom(first, sums, length);
          for (int k = 0; k < sums.length; k++) {
            code.iload(first);
            add(k / PLACES * width + k % PLACES * Species.LANES);
            code.istore(at).aload(sums[k]);
            VectorCode.store(code, true, lanes, at);
          }
        });
    halveAll();
  }

  /** Reduces a row into some of the accumulators, from the first one in a local. */
  private void foldFrom(int first, int[] sums, int length) {
    clear(sums, PLACES);
    VectorCode.loop(
        code,
        i,
        () -> code.iload(first),
        () -> code.iload(whole),
        width,
        () -> foldPlaces(PLACES, sums, false));
    rest(
        length,
        () -> {
          code.iload(length).loadConstant(width).isub().iload(first).iadd().istore(i);
          foldPlaces(PLACES, sums, true);
        });
  }

  private void halveAll() {
    for (int fold = 0; fold < pass.folds().size(); fold++) {
      folds.halve(fold);
    }
  }

  private void foldPlaces(int places, int[] sums, boolean masked) {
    for (int place = 0; place < places; place++) {
      if (masked) {
        setMask(place * Species.LANES);
      }
      var known = points(place * Species.LANES, masked);
      for (int fold = 0; fold < pass.folds().size(); fold++) {
        int sum = sums[fold * places + place];
        combine(fold, sum, known, masked);
        code.astore(sum);
      }
    }
  }

  /** Combines accumulators in a local with a value, and leaves the result on the stack. */
  private void combine(int fold, int sum, VectorEmitter known, boolean masked) {
    code.aload(sum);
    folds.operand(fold, known, masked ? mask : RowFolds.NO_MASK);
    folds.combine(fold);
  }

  private void foldInMemory(int length) {
    int lane = code.allocateLocal(TypeKind.INT);
    VectorCode.loop(
        code,
        at,
        () -> code.loadConstant(0),
        () -> code.loadConstant(width),
        Species.LANES,
        () -> {
          for (int fold = 0; fold < pass.folds().size(); fold++) {
            code.iload(at);
            add(fold * width);
            code.istore(lane);
            folds.identity(fold);
            VectorCode.store(code, true, lanes, lane);
          }
        });
    setWhole(length, width);
    vectorsBelow(
        whole,
        () -> {
          var known = points(0, false);
          for (int fold = 0; fold < pass.folds().size(); fold++) {
            code.iload(i).loadConstant(width - 1).iand();
            foldAt(fold, lane, known, false);
          }
        });
    rest(
        length,
        () ->
            VectorCode.loop(
                code,
                i,
                () -> code.iload(length).loadConstant(width).isub(),
                () -> code.iload(length),
                Species.LANES,
                () -> {
                  setMask(0);
                  var known = points(0, true);
                  for (int fold = 0; fold < pass.folds().size(); fold++) {
                    code.iload(i).iload(length).isub().loadConstant(width).iadd();
                    foldAt(fold, lane, known, true);
                  }
                }));
    halveAll();
  }

  /** Combines accumulators in memory with a value; their index is on the stack. */
  private void foldAt(int fold, int lane, VectorEmitter known, boolean masked) {
    add(fold * width);
    code.istore(lane);
    VectorCode.load(code, true, lanes, lane);
    folds.operand(fold, known, masked ? mask : RowFolds.NO_MASK);
    folds.combine(fold);
    VectorCode.store(code, true, lanes, lane);
  }
}
