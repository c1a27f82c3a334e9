package io.cambric.conformance.library;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.python.PyFunction;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Python initializer: a function of key, shape and dtype. */
public record InitializerValue(Initializer initializer) implements PyFunction {

  @Override
  public Object call(List<@Nullable Object> args, Map<String, @Nullable Object> kwargs) {
    var dtype = args.size() > 2 ? Values.dtype(args.get(2)) : DType.defaultFloat();
    return initializer.init((Key) args.get(0), Shape.of(Values.integers(args.get(1))), dtype);
  }
}
