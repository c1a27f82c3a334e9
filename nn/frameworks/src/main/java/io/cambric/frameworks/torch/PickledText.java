package io.cambric.frameworks.torch;

import io.cambric.file.support.Quoted;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values of a pickle as messages and the names of tensors show them, in the notation of Python. */
final class PickledText {

  private PickledText() {}

  /** {@return a value in a message} */
  static String of(@Nullable Object value) {
    return switch (value) {
      case String text -> Quoted.of(text);
      case ByteBuffer bytes -> "%d bytes".formatted(bytes.remaining());
      case BigInteger _ -> "a large number";
      case null -> "None";
      default -> value.toString();
    };
  }

  /** {@return a key of a dictionary as a part of a name} */
  static String key(@Nullable Object key) {
    return switch (key) {
      case null -> "None";
      case Boolean truth -> truth ? "True" : "False";
      case List<?> tuple ->
          tuple.stream()
              .map(PickledText::key)
              .collect(Collectors.joining(", ", "(", tuple.size() == 1 ? ",)" : ")"));
      default -> key.toString();
    };
  }
}
