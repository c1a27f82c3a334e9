package io.cambric.kernels.simd;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.cambric.array.DType;
import io.cambric.kernel.Instr;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ScalarOp;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Writes passes over rows as a method of a hidden class: {@code run(Object[] arrays, int[] offsets,
 * float[] lanes, int rows, int length)}, with arrays and first elements of the operands, and the
 * accumulators of all folds. Rows lie one after the other; row values, too.
 */
final class RowWriter {

  private static final MethodType TYPE =
      MethodType.methodType(
          void.class, Object[].class, int[].class, float[].class, int.class, int.class);

  private static final MethodTypeDesc DESC =
      MethodTypeDesc.of(
          CD_void, CD_Object.arrayType(), CD_int.arrayType(), CD_float.arrayType(), CD_int, CD_int);

  /** Accumulators stay in registers if vectors at so many places come to few operations. */
  static final int PLACES = 4;

  static final int FEW = 48;

  private static final int ARRAYS = 0;
  private static final int OFFSETS = 1;
  private static final int LANES = 2;
  private static final int ROWS = 3;
  private static final int LENGTH = 4;

  private final LoopBody body;
  private final RowPlan.Pass pass;
  private final int width;
  private final boolean ragged;
  private final CodeBuilder code;
  private final VectorEmitter emitter;
  private final RowFolds folds;
  private final Map<Integer, Integer> arrays = new HashMap<>();
  private final Map<Integer, Integer> offsets = new HashMap<>();
  private final int i;
  private final int at;
  private final int whole;
  private final int mask;

  private RowWriter(LoopBody body, RowPlan.Pass pass, RowLengths lengths, CodeBuilder code) {
    this.body = body;
    this.pass = pass;
    this.width = lengths.accumulators();
    this.ragged = lengths.ragged();
    this.code = code;
    var dtypes = new DType[body.valueCount()];
    for (int v = 0; v < dtypes.length; v++) {
      dtypes[v] = body.dtype(v);
    }
    emitter = new VectorEmitter(code, dtypes);
    i = code.allocateLocal(TypeKind.INT);
    at = code.allocateLocal(TypeKind.INT);
    whole = code.allocateLocal(TypeKind.INT);
    mask = code.allocateLocal(TypeKind.REFERENCE);
    folds = new RowFolds(code, pass.folds().stream().map(this::instr).toList(), width, LANES, at);
  }

  /**
   * {@return the code of some passes, one after the other}
   *
   * @param operands what arrays and offsets stand for: all values that passes load or store
   * @param lengths of rows that it may be run for
   */
  static MethodHandle write(
      LoopBody body, List<RowPlan.Pass> passes, List<Integer> operands, RowLengths lengths) {
    byte[] bytes =
        ClassFile.of()
            .build(
                ClassDesc.of(VectorMath.class.getPackageName() + ".RowPass"),
                type ->
                    type.withMethodBody(
                        "run",
                        DESC,
                        ClassFile.ACC_STATIC | ClassFile.ACC_FINAL,
                        code -> {
                          VectorCode.returnIfNone(code, ROWS);
                          for (var pass : passes) {
                            new RowWriter(body, pass, lengths, code).addPass(operands);
                          }
                          code.return_();
                        }));
    return VectorLoop.define(bytes, "run", TYPE);
  }

  private Instr instr(int value) {
    return body.code().get(value - body.inputs().size());
  }

  private boolean isLiteral(int value) {
    return value >= body.inputs().size() && instr(value).op() == ScalarOp.CONST;
  }

  private void addPass(List<Integer> operands) {
    List.of(pass.reads(), pass.stores(), pass.rowReads(), pass.folds())
        .forEach(values -> values.forEach(value -> open(operands, value)));
    Stream.concat(pass.points().stream(), pass.folds().stream())
        .flatMap(value -> instr(value).args().stream())
        .filter(this::isLiteral)
        .distinct()
        .forEach(literal -> emitter.constant(literal, instr(literal).immediate()));
    if (pass.ofRows()) {
      loop(
          code.allocateLocal(TypeKind.INT),
          () -> code.loadConstant(0),
          () -> code.iload(ROWS),
          1,
          this::row);
    } else {
      // Arrays of row values are longer than there are rows, so that vectors need not be whole.
      loop(
          i,
          () -> code.loadConstant(0),
          () -> code.iload(ROWS),
          Species.LANES,
          () -> points(0, false));
    }
  }

  private void open(List<Integer> operands, int value) {
    if (!arrays.containsKey(value)) {
      int array = code.allocateLocal(TypeKind.REFERENCE);
      int offset = code.allocateLocal(TypeKind.INT);
      int number = operands.indexOf(value);
      var element = body.dtype(value) == DType.F32 ? CD_float : CD_int;
      code.aload(ARRAYS).loadConstant(number).aaload().checkcast(element.arrayType());
      code.astore(array);
      code.aload(OFFSETS).loadConstant(number).iaload().istore(offset);
      arrays.put(value, array);
      offsets.put(value, offset);
    }
  }

  /** A loop that counts in a local from a start, below an end that is asked for each time. */
  private void loop(int counter, Runnable start, Runnable end, int step, Runnable inner) {
    start.run();
    code.istore(counter);
    var test = code.newLabel();
    var next = code.newBoundLabel();
    code.iload(counter);
    end.run();
    code.if_icmpge(test);
    inner.run();
    code.iinc(counter, step);
    code.goto_(next);
    code.labelBinding(test);
  }

  private void row() {
    for (int value : pass.rowReads()) {
      emitter.spread(value, array(value), offset(value));
    }
    if (pass.folds().isEmpty()) {
      pointLoop();
    } else if (pass.cost() * PLACES <= FEW) {
      foldInRegisters();
    } else {
      foldInMemory();
    }
    for (int fold = 0; fold < pass.folds().size(); fold++) {
      int value = pass.folds().get(fold);
      folds.finish(fold, array(value), offset(value));
    }
    offsets.forEach((value, offset) -> {
      code.iload(offset);
      if (body.rowValues()[value]) {
        code.loadConstant(1);
      } else {
        code.iload(LENGTH);
      }
      code.iadd().istore(offset);
    });
  }

  private void emit(VectorEmitter to, int value) {
    var instr = instr(value);
    if (instr.op() == ScalarOp.ROW_SPREAD) {
      to.alias(instr.args().getFirst(), value);
    } else if (instr.op() != ScalarOp.CONST) {
      to.emit(instr, instr.args().stream().mapToInt(Integer::intValue).toArray(), value);
    }
  }

  /** Computes and stores the values of the points from {@code i} plus {@code shift} on. */
  private VectorEmitter points(int shift, boolean masked) {
    var copy = emitter.copy();
    for (int value : pass.reads()) {
      place(value, shift);
      copy.load(value, array(value), at);
    }
    pass.points().forEach(value -> emit(copy, value));
    for (int value : pass.stores()) {
      place(value, shift);
      if (masked) {
        copy.store(value, array(value), at, mask);
      } else {
        copy.store(value, array(value), at);
      }
    }
    return copy;
  }

  private int array(int value) {
    return Objects.requireNonNull(arrays.get(value));
  }

  private int offset(int value) {
    return Objects.requireNonNull(offsets.get(value));
  }

  private void place(int value, int shift) {
    code.iload(offset(value)).iload(i).iadd();
    add(shift);
    code.istore(at);
  }

  private void add(int shift) {
    if (shift != 0) {
      code.loadConstant(shift).iadd();
    }
  }

  /** Sets {@code whole} to the points that come in groups of a size, a power of two. */
  private void setWhole(int size) {
    code.iload(LENGTH).loadConstant(-size).iand().istore(whole);
  }

  /** Sets the mask to those of the points from {@code i} plus {@code shift} on that are left. */
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

  /** Runs code if points are left over. */
  private void rest(Runnable inner) {
    if (ragged) {
      var none = code.newLabel();
      code.iload(whole).iload(LENGTH).if_icmpge(none);
      inner.run();
      code.labelBinding(none);
    }
  }

  private void pointLoop() {
    setWhole(Species.LANES);
    loop(
        i,
        () -> code.loadConstant(0),
        () -> code.iload(whole),
        Species.LANES,
        () -> points(0, false));
    rest(() -> {
      code.iload(LENGTH).loadConstant(Species.LANES).isub().istore(i);
      setMask(0);
      points(0, true);
    });
  }

  private void foldInRegisters() {
    int places = Math.min(PLACES, width / Species.LANES);
    int[] sums = new int[places * pass.folds().size()];
    for (int k = 0; k < sums.length; k++) {
      sums[k] = code.allocateLocal(TypeKind.REFERENCE);
    }
    setWhole(width);
    int first = code.allocateLocal(TypeKind.INT);
    loop(
        first,
        () -> code.loadConstant(0),
        () -> code.loadConstant(width),
        places * Species.LANES,
        () -> {
          for (int k = 0; k < sums.length; k++) {
            folds.identity(k / places);
            code.astore(sums[k]);
          }
          loop(
              i,
              () -> code.iload(first),
              () -> code.iload(whole),
              width,
              () -> foldPlaces(places, sums, false));
          rest(() -> {
            code.iload(LENGTH).loadConstant(width).isub().iload(first).iadd().istore(i);
            foldPlaces(places, sums, true);
          });
          for (int k = 0; k < sums.length; k++) {
            code.iload(first);
            add(k / places * width + k % places * Species.LANES);
            code.istore(at).aload(sums[k]);
            VectorCode.store(code, true, LANES, at);
          }
        });
  }

  private void foldPlaces(int places, int[] sums, boolean masked) {
    for (int place = 0; place < places; place++) {
      if (masked) {
        setMask(place * Species.LANES);
      }
      var known = points(place * Species.LANES, masked);
      for (int fold = 0; fold < pass.folds().size(); fold++) {
        int sum = sums[fold * places + place];
        code.aload(sum);
        folds.operand(fold, known, masked ? mask : RowFolds.NO_MASK);
        folds.combine(fold);
        code.astore(sum);
      }
    }
  }

  private void foldInMemory() {
    int lane = code.allocateLocal(TypeKind.INT);
    loop(
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
            VectorCode.store(code, true, LANES, lane);
          }
        });
    setWhole(width);
    loop(
        i,
        () -> code.loadConstant(0),
        () -> code.iload(whole),
        Species.LANES,
        () -> {
          var known = points(0, false);
          for (int fold = 0; fold < pass.folds().size(); fold++) {
            code.iload(i).loadConstant(width - 1).iand();
            foldAt(fold, lane, known, false);
          }
        });
    rest(() ->
        loop(
            i,
            () -> code.iload(LENGTH).loadConstant(width).isub(),
            () -> code.iload(LENGTH),
            Species.LANES,
            () -> {
              setMask(0);
              var known = points(0, true);
              for (int fold = 0; fold < pass.folds().size(); fold++) {
                code.iload(i).iload(LENGTH).isub().loadConstant(width).iadd();
                foldAt(fold, lane, known, true);
              }
            }));
  }

  /** Folds a value into accumulators in memory, whose place is on the stack. */
  private void foldAt(int fold, int lane, VectorEmitter known, boolean masked) {
    add(fold * width);
    code.istore(lane);
    VectorCode.load(code, true, LANES, lane);
    folds.operand(fold, known, masked ? mask : RowFolds.NO_MASK);
    folds.combine(fold);
    VectorCode.store(code, true, LANES, lane);
  }
}
