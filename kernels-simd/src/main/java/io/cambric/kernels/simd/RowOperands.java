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

/** Where the values that a pass over rows loads or stores lie: locals with arrays and offsets. */
final class RowOperands {

  private final LoopBody body;
  private final boolean[] rowValues;
  private final CodeBuilder code;
  private final List<Integer> numbers;
  private final Map<Integer, Integer> arrays = new HashMap<>();
  private final Map<Integer, Integer> offsets = new HashMap<>();

  /**
   * Opens no value yet.
   *
   * @param numbers the value that each element of the arrays and offsets is of
   */
  RowOperands(LoopBody body, CodeBuilder code, List<Integer> numbers) {
    this.body = body;
    this.code = code;
    this.numbers = numbers;
    rowValues = body.rowValues();
  }

  /** Sets the locals of a value from a local with all arrays and one with all offsets. */
  void open(int value, int allArrays, int allOffsets) {
    if (!arrays.containsKey(value)) {
      int array = code.allocateLocal(TypeKind.REFERENCE);
      int offset = code.allocateLocal(TypeKind.INT);
      int number = numbers.indexOf(value);
      var element = body.dtype(value) == DType.F32 ? CD_float : CD_int;
      code.aload(allArrays).loadConstant(number).aaload().checkcast(element.arrayType());
      code.astore(array);
      code.aload(allOffsets).loadConstant(number).iaload().istore(offset);
      arrays.put(value, array);
      offsets.put(value, offset);
    }
  }

  int array(int value) {
    return Objects.requireNonNull(arrays.get(value));
  }

  int offset(int value) {
    return Objects.requireNonNull(offsets.get(value));
  }

  /** Goes to the next row, whose length a local holds. */
  void advance(int length) {
    offsets.forEach((value, offset) -> {
      code.iload(offset);
      if (rowValues[value]) {
        code.loadConstant(1);
      } else {
        code.iload(length);
      }
      code.iadd().istore(offset);
    });
  }
}
