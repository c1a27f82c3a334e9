package io.cambric.conformance.library;

import io.cambric.array.DType;
import io.cambric.conformance.python.PyFunction;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A dtype as Python names it: a value, and a function that converts to it. */
public record DTypeName(DType dtype) implements PyFunction {

  /** {@return the dtype of a name} */
  public static DTypeName of(String name) {
    return new DTypeName(DType.ofJaxName(name));
  }

  @Override
  public Object call(List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    return args.getFirst() instanceof Array array
        ? array.astype(dtype)
        : NdArray.scalar(dtype, Values.number(args.getFirst()).doubleValue());
  }

  @Override
  public String toString() {
    return dtype.jaxName();
  }
}
