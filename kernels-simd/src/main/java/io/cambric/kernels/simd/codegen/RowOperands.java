package io.cambric.kernels.simd.codegen;

import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.array.DType;
import io.cambric.kernel.LoopBody;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The operands of generated passes over rows: locals with the array, the offset and the row
 * distance of each.
 */
final class RowOperands {

  private final LoopBody body;
  private final CodeBuilder code;
  private final List<Integer> numbers;
  private final Map<Integer, Integer> arrays = new HashMap<>();
  private final Map<Integer, Integer> offsets = new HashMap<>();
  private final Map<Integer, Integer> steps = new HashMap<>();

  /**
   * No operand is open at first.
   *
   * @param numbers the value of each operand, in the order of arrays and positions
   */
  RowOperands(LoopBody body, CodeBuilder code, List<Integer> numbers) {
    this.body = body;
    this.code = code;
    this.numbers = numbers;
  }

  /**
   * Loads the locals of an operand.
   *
   * @param allArrays a local with the arrays of all operands
   * @param places a local with the position of each and the distance of its rows
   */
  void open(int value, int allArrays, int places) {
    if (!arrays.containsKey(value)) {
      int array = code.allocateLocal(TypeKind.REFERENCE);
      int offset = code.allocateLocal(TypeKind.INT);
      int step = code.allocateLocal(TypeKind.INT);
      int number = numbers.indexOf(value);
      var element = body.dtype(value) == DType.F32 ? CD_float : CD_int;
      code.aload(allArrays).loadConstant(number).aaload().checkcast(element.arrayType());
      code.astore(array);
      code.aload(places).loadConstant(2 * number).iaload().istore(offset);
      code.aload(places).loadConstant(2 * number + 1).iaload().istore(step);
      arrays.put(value, array);
      offsets.put(value, offset);
      steps.put(value, step);
    }
  }

  /** Declares locals that hold the array and the offset of an operand. */
  void declare(int value, int array, int offset) {
    arrays.put(value, array);
    offsets.put(value, offset);
  }

  int array(int value) {
    return Objects.requireNonNull(arrays.get(value));
  }

  int offset(int value) {
    return Objects.requireNonNull(offsets.get(value));
  }

  /** Advances all opened operands to the next row. */
  void advance() {
    steps.forEach(
        (value, step) -> code.iload(offset(value)).iload(step).iadd().istore(offset(value)));
  }
}
