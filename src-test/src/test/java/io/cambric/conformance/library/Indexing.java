package io.cambric.conformance.library;

import io.cambric.conformance.python.Ellipsis;
import io.cambric.conformance.python.PythonException;
import io.cambric.conformance.python.Slice;
import io.cambric.core.Array;
import io.cambric.core.At;
import io.cambric.core.Index;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Indexing: {@code x[index]} for every index that Python has. */
final class Indexing {

  /**
   * The kinds of index apart from integers and whole slices; {@code at} has its kinds by its
   * methods.
   */
  private static final Set<String> KINDS =
      Set.of("array", "step", "negative_step", "mask", "mixed");

  private Indexing() {}

  /** {@return whether {@code index:KIND} exists} */
  static boolean has(String kind) {
    return kind.startsWith("at.")
        ? Arrays.stream(At.class.getMethods())
            .anyMatch(method -> method.getName().equals(kind.substring(3)))
        : KINDS.contains(kind);
  }

  static Array get(Array array, @Nullable Object index) {
    return array.get(parts(index));
  }

  /** {@return the parts of an index; a tuple has several} */
  static Index[] parts(@Nullable Object index) {
    List<?> given = index instanceof List<?> list ? list : Collections.singletonList(index);
    return given.stream().map(Indexing::part).toArray(Index[]::new);
  }

  private static Index part(@Nullable Object part) {
    return switch (part) {
      case null -> Index.newAxis();
      case Slice slice ->
          Index.slice(
              number(slice.from()),
              number(slice.to()),
              slice.step() == null ? 1 : Values.integer(slice.step()));
      case Object number when Values.isInteger(number) -> Index.at(Values.integer(number));
      case Object dots when dots == Ellipsis.ELLIPSIS -> Index.ellipsis();
      case List<?> list -> Index.of(Values.ofNested(list, null));
      case Object array when Values.isArrayLike(array) -> Index.of(Values.array(array));
      default -> throw new PythonException("no part of an index: " + Values.describe(part));
    };
  }

  private static @Nullable Integer number(@Nullable Object bound) {
    return bound == null ? null : Values.integer(bound);
  }
}
