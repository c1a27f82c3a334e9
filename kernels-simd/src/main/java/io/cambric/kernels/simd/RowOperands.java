package io.cambric.kernels.simd;

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
 * Where the values that a pass over rows loads or stores lie: locals with arrays, offsets, and how
 * far each row is from the one before it.
 */
final class RowOperands {

  private final LoopBody body;
  private final CodeBuilder code;
  private final List<Integer> numbers;
  private final Map<Integer, Integer> arrays = new HashMap<>();
  private final Map<Integer, Integer> offsets = new HashMap<>();
  private final Map<Integer, Integer> steps = new HashMap<>();

  /**
   * Opens no value yet.
   *
   * @param numbers the value that each element of the arrays and each pair of the places is of
   */
  RowOperands(LoopBody body, CodeBuilder code, List<Integer> numbers) {
    this.body = body;
    this.code = code;
    this.numbers = numbers;
  }

  /**
   * Sets the locals of a value.
   *
   * @param allArrays a local with the arrays of all values
   * @param places a local with the first element of each and how far its rows are apart
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

  /** Says which locals have the array of a value, and where it lies there. */
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

  /** Goes to the next row, with all values that were opened. */
  void advance() {
    steps.forEach(
        (value, step) -> code.iload(offset(value)).iload(step).iadd().istore(offset(value)));
  }
}
