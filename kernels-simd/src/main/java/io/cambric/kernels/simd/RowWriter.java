package io.cambric.kernels.simd;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a pass over rows as a method of a hidden class: {@code run(Object[] arrays, int[] places,
 * float[] lanes, int rows, int length)}, with the arrays of the operands, for each its first
 * element and how far its rows are apart, and the accumulators of all folds.
 */
final class RowWriter {

  private static final MethodType TYPE =
      MethodType.methodType(
          void.class, Object[].class, int[].class, float[].class, int.class, int.class);

  private static final MethodTypeDesc DESC =
      MethodTypeDesc.of(
          CD_void, CD_Object.arrayType(), CD_int.arrayType(), CD_float.arrayType(), CD_int, CD_int);

  private static final int ARRAYS = 0;
  private static final int PLACES = 1;
  private static final int LANES = 2;
  private static final int ROWS = 3;
  private static final int LENGTH = 4;

  private final LoopBody body;
  private final CodeBuilder code;
  private final VectorEmitter emitter;
  private final RowOperands operands;

  private RowWriter(LoopBody body, List<Integer> operands, CodeBuilder code) {
    this.body = body;
    this.code = code;
    this.operands = new RowOperands(body, code, operands);
    var dtypes = new DType[body.valueCount()];
    for (int v = 0; v < dtypes.length; v++) {
      dtypes[v] = body.dtype(v);
    }
    emitter = new VectorEmitter(code, dtypes);
  }

  /**
   * {@return the code of a pass}
   *
   * @param operands what arrays and places stand for: all values that passes load or store
   * @param lengths of rows that it may be run for
   */
  static MethodHandle write(
      LoopBody body, RowPlan.Pass pass, List<Integer> operands, RowLengths lengths) {
    byte[] bytes =
        ClassFile.of()
            .build(
                ClassDesc.of(VectorMath.class.getPackageName() + ".RowPass"),
                type ->
                    type.withMethodBody(
                        "run",
                        DESC,
                        ClassFile.ACC_STATIC | ClassFile.ACC_FINAL,
                        code -> new RowWriter(body, operands, code).method(pass, lengths)));
    return VectorLoop.define(bytes, "run", TYPE);
  }

  private void method(RowPlan.Pass pass, RowLengths lengths) {
    VectorCode.returnIfNone(code, ROWS);
    for (var values : List.of(pass.reads(), pass.stores(), pass.rowReads(), pass.folds())) {
      values.forEach(value -> operands.open(value, ARRAYS, PLACES));
    }
    Stream.concat(pass.points().stream(), pass.folds().stream())
        .flatMap(value -> body.instr(value).args().stream())
        .filter(body::isLiteral)
        .distinct()
        .forEach(literal -> emitter.constant(literal, body.instr(literal).immediate()));
    var loops = new PointLoops(body, pass, operands, emitter, code, LANES, lengths);
    if (pass.ofRows()) {
      VectorCode.loop(
          code,
          code.allocateLocal(TypeKind.INT),
          () -> code.loadConstant(0),
          () -> code.iload(ROWS),
          1,
          () -> row(pass, loops));
    } else {
      loops.writeRowValues(ROWS);
    }
    code.return_();
  }

  private void row(RowPlan.Pass pass, PointLoops loops) {
    for (int value : pass.rowReads()) {
      emitter.spread(value, operands.array(value), operands.offset(value));
    }
    var folds = loops.writeRow(LENGTH);
    for (int fold = 0; fold < pass.folds().size(); fold++) {
      int value = pass.folds().get(fold);
      code.aload(operands.array(value)).iload(operands.offset(value));
      folds.result(fold);
      code.fastore();
    }
    operands.advance();
  }
}
