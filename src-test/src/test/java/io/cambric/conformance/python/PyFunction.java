package io.cambric.conformance.python;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value that Python can call. */
@FunctionalInterface
public interface PyFunction {

  /** {@return the result for positional and named arguments} */
  @Nullable Object call(List<@Nullable Object> args, Map<String, @Nullable Object> kwargs);

  /** {@return the result for positional arguments} */
  default @Nullable Object call(@Nullable Object... args) {
    return call(java.util.Arrays.asList(args), Map.of());
  }
}
