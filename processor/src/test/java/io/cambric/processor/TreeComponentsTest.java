package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of which types the components of pytrees may be. */
class TreeComponentsTest {

  /** Types of the user that the cases mention. */
  private static final String TYPES =
      """

      class Plain { int n; }
      class WithEquals {
        @Override public boolean equals(Object o) { return true; }
        @Override public int hashCode() { return 0; }
      }
      final class Secret implements Opaque {}
      record Config(int n, List<String> names) {}
      record Weights(float[] values) {}
      enum Mode { FAST }
      @PyTree record Box<T>(T leaf) {}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "float[]|which compares by identity. Make it an Array with array(...).",
        "int[][]|which compares by identity. Make it an Array with array(...).",
        "Array[]|which compares by identity. Use List<Array>.",
        "String[]|which compares by identity. Use List<String>.",
        "List<float[]>|in which float[] compares by identity. Make it an Array with array(...).",
        "Map<String, Array[]>|in which Array[] compares by identity. Use List<Array>.",
        "Optional<int[]>|in which int[] compares by identity. Make it an Array with array(...).",
        "Deque<Array>|which is mutable. Use List<Array>.",
        "ArrayDeque<Array>|which is mutable. Use List<Array>.",
        "Iterator<Array>|which is mutable. Use List<Array>.",
        "Set<Array>|which is not a pytree. Use List<Array>.",
        "HashSet<String>|which is mutable. Use Set<String>.",
        "StringBuilder|which is mutable. Use String.",
        "java.util.Random|which is mutable. Use an immutable value.",
        "java.nio.FloatBuffer|which is mutable. Use an immutable value.",
        "Thread|which may change. Use an immutable value.",
        "Weights|in which float[] compares by identity. Make it an Array with array(...).",
        "Box<float[]>|in which float[] compares by identity. Make it an Array with array(...).",
      })
  void child_that_is_neither_tree_nor_value_is_reported(String type, String rest) {
    var compilation = Compile.example("@PyTree record T(Array a, " + type + " c) {}" + TYPES);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "1: [ComponentNotPyTree] A pytree consists of arrays and immutable values, but "
                + "c of T has type %s, %s".formatted(simple(type), rest));
  }

  /** Only the running program knows which classes are registered. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Plain",
        "WithEquals",
        "List<Plain>",
        "com.google.common.collect.ImmutableMap<String, Array>",
        "com.google.common.collect.EvictingQueue<Array>",
        "com.google.common.collect.ImmutableSet<Array>",
        "@Static com.google.common.collect.ImmutableList<String>",
        "@Static com.google.common.collect.Range<Integer>",
      })
  void class_that_may_be_registered_is_not_reported(String type) {
    var compilation = Compile.example("@PyTree record T(Array a, " + type + " c) {}" + TYPES);

    assertThat(Compile.diagnostics(compilation)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int[]|which compares by identity. Make it an Array without @Static, or use"
            + " List<Integer>.",
        "Array|which compares by identity. Remove @Static.",
        "List<Array>|in which Array compares by identity. Remove @Static.",
        "Key|in which Array compares by identity. Remove @Static.",
        "Variables|which holds arrays. Remove @Static.",
        "Array[]|which compares by identity. Use List<Array> without @Static.",
        "String[]|which compares by identity. Use List<String>.",
        "Map<String, int[]>|in which int[] compares by identity. Make it an Array without @Static,"
            + " or use List<Integer>.",
        "ArrayList<String>|which is mutable. Use List<String>.",
        "HashMap<String, String>|which is mutable. Use Map<String, String>.",
        "Queue<String>|which is mutable. Use List<String>.",
        "StringBuilder|which is mutable. Use String.",
        "Thread|which may change. Use an immutable value.",
        "Plain|which compares by identity. Make Plain a record, or make it implement "
            + "Opaque if it is immutable.",
        "WithEquals|which may change. Make WithEquals a record, or make it implement "
            + "Opaque if it is immutable.",
        "Weights|in which float[] compares by identity. Make it an Array without @Static, or use"
            + " List<Float>.",
      })
  void metadata_that_may_change_are_reported(String type, String rest) {
    var compilation =
        Compile.example("@PyTree record T(Array a, @Static " + type + " c) {}" + TYPES);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "1: [StaticNotHashable] Metadata must be immutable and are compared by equals, "
                + "but c of T has type %s, %s".formatted(simple(type), rest));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Number|which",
        "List<Integer>|in which Integer",
        "Map<String, Float>|in which Float",
        "Optional<Mode>|in which Mode",
        "Box<Integer>|in which Integer",
        "Box<List<Double>>|in which Double",
      })
  void leaf_inside_that_cannot_be_traced_is_reported(String type, String which) {
    var compilation = Compile.example("@PyTree record T(Array a, " + type + " c) {}" + TYPES);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "1: [PyTreeLeafNotArray] Component c of T has type %s, %s cannot hold a traced value."
                    .formatted(type, which)
                + " Mark it @Static, or make it an Array.");
  }

  @Test
  void type_parameter_whose_bound_cannot_be_traced_is_reported() {
    var compilation =
        Compile.example(
            """
            @PyTree record T<N extends Number, E extends Enum<E>, A extends Array, B>(
                N n,
                E e,
                A a,
                B b,
                List<A> more) {}
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "2: [PyTreeLeafNotArray] Component n of T has type N, which cannot hold a "
                + "traced value. Mark it @Static, or make it an Array.",
            "3: [PyTreeLeafNotArray] Component e of T has type E, which cannot hold a "
                + "traced value. Mark it @Static, or make it an Array.");
  }

  private static String simple(String type) {
    return type.replaceAll("[a-z]+\\.", "");
  }

  @Test
  void an_interface_may_be_the_type_of_a_child_and_of_metadata() {
    var compilation =
        Compile.example(
            "@PyTree record T(Array a, State state, @Static Transformation tx) {} "
                + "interface State {} interface Transformation extends Opaque {}"
                + TYPES);

    assertThat(Compile.diagnostics(compilation)).isEmpty();
  }
}
