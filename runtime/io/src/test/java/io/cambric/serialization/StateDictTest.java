package io.cambric.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Static;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Partitioned;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** State dicts and their way back, with the rules of flax.serialization. */
class StateDictTest {

  private static final NdArray ONE = NdArray.of(Shape.of(1), 1);
  private static final NdArray TWO = NdArray.of(Shape.of(2), 1, 2);

  /** A dataclass. */
  record Point(Object xValue, @Nullable Object y, @Static String tag) {}

  /** A dataclass of a component with a type. */
  record Counter(int count, double rate, Optional<Array> best) {}

  /** A class that is no record. */
  static final class Box {

    final Object content;

    Box(Object content) {
      this.content = content;
    }
  }

  /** A class whose fields are registered. */
  static final class Line {

    final Object from;
    final Object to;

    Line(Object from, Object to) {
      this.from = from;
      this.to = to;
    }
  }

  static {
    Serialization.<Box>register(
        Box.class,
        box -> Map.of("content", Serialization.toStateDict(box.content)),
        (box, state) ->
            new Box(
                Serialization.fromStateDict(
                    box.content, ((Map<?, ?>) state).get("content"), "content")));
    Serialization.<Line>registerFields(
        Line.class,
        line -> Map.of("from", line.from, "to", line.to),
        (line, fields) -> new Line(fields.get("from"), fields.get("to")));
  }

  @Test
  void lists_have_indices_and_records_the_names_of_flax_without_static_components() {
    assertThat(Serialization.toStateDict(List.of(1, List.of(2.5, true))))
        .isEqualTo(Map.of("0", 1, "1", Map.of("0", 2.5, "1", true)));
    assertThat(Serialization.toStateDict(new Point(ONE, List.of(), "t")))
        .isEqualTo(Map.of("x_value", ONE, "y", Map.of()));
  }

  /** A tuple. */
  record Both(Object first, Object second) implements StateTuple {}

  @Test
  void components_of_a_tuple_have_indices() {
    var state = Serialization.toStateDict(new Both(ONE, TWO));

    assertThat(state).isEqualTo(Map.of("0", ONE, "1", TWO));
    assertThat(Serialization.fromStateDict(new Both(TWO, ONE), state))
        .isEqualTo(new Both(ONE, TWO));
  }

  @Test
  void an_empty_optional_is_null_and_another_one_its_value() {
    assertThat(Serialization.toStateDict(Optional.empty())).isNull();
    assertThat(Serialization.toStateDict(new Counter(1, 2, Optional.of(ONE))))
        .isEqualTo(Map.of("count", 1, "rate", 2.0, "best", ONE));
  }

  @Test
  void keys_and_boxes_are_as_in_flax() {
    var key = Key.of(3);
    assertThat(Serialization.toStateDict(Map.of("key", key))).isEqualTo(Map.of("key", key.data()));
    assertThat(Serialization.fromStateDict(key, TWO).data()).isEqualTo(TWO);
    assertThat(Serialization.toStateDict(new Partitioned(ONE, List.of("in"))))
        .isEqualTo(Map.of("value", ONE));
  }

  @Test
  void maps_with_an_order_keep_it_and_others_are_sorted() {
    var params = Params.of(new LinkedHashMap<>()).with("b", ONE).with("a", ONE);
    assertThat(keys(Variables.of(params).params())).containsExactly("b", "a");
    var linked = new LinkedHashMap<Integer, Object>();
    linked.put(10, 1);
    linked.put(9, 2);
    assertThat(keys(linked)).containsExactly("10", "9");
    assertThat(keys(Map.of("d", 1, "a", 1, "c", 1, "b", 1))).containsExactly("a", "b", "c", "d");
    assertThat(keys(new HashMap<>(Map.of("d", 1, "a", 1)))).containsExactly("a", "d");
    assertThat(keys(new TreeMap<>(Map.of("d", 1, "a", 1)))).containsExactly("a", "d");
  }

  private static List<Object> keys(Object tree) {
    return new ArrayList<>(((Map<?, ?>) Serialization.toStateDict(tree)).keySet());
  }

  @Test
  void a_tree_is_restored_with_the_classes_and_the_order_of_the_target() {
    var target = new LinkedHashMap<String, Object>();
    target.put("b", new ArrayList<>(List.of(ONE)));
    target.put("a", Params.of("w", ONE));
    target.put("p", new Point(ONE, null, "t"));
    var state =
        Map.of("a", Map.of("w", TWO), "b", Map.of("0", TWO), "p", Map.of("x_value", TWO, "y", 3L));

    var restored = Serialization.fromStateDict(target, state);

    assertThat(restored).isExactlyInstanceOf(LinkedHashMap.class);
    assertThat(restored.keySet()).containsExactly("b", "a", "p");
    assertThat(restored.get("b")).isEqualTo(List.of(TWO)).isExactlyInstanceOf(ArrayList.class);
    assertThat(restored.get("a")).isEqualTo(Params.of("w", TWO));
    assertThat(restored.get("p")).isEqualTo(new Point(TWO, 3L, "t"));
  }

  @Test
  void keys_that_the_target_lacks_are_ignored_in_maps() {
    assertThat(Serialization.fromStateDict(Params.of("w", ONE), Map.of("w", TWO, "v", TWO)))
        .isEqualTo(Params.of("w", TWO));
  }

  @Test
  void numbers_take_the_type_of_the_target() {
    var target = new Counter(0, 0, Optional.empty());

    var restored =
        Serialization.fromBytes(
            target, Serialization.toBytes(new Counter(3, 0.5, Optional.of(TWO))));

    assertThat(restored.count()).isEqualTo(3);
    assertThat(restored.rate()).isEqualTo(0.5);
    assertThat(restored.best()).map(best -> best.toFloats().length).contains(2);
    var step = NdArray.scalar(DType.I32, 0);
    assertThat(Serialization.fromStateDict((Array) step, 7L).item()).isEqualTo(7);
    assertThat(Serialization.fromStateDict((Array) step, 7L).aval()).isEqualTo(step.aval());
    assertThat(Serialization.fromStateDict(0, NdArray.scalar(DType.I64, 7))).isEqualTo(7);
    assertThat(Serialization.fromStateDict(0f, new NumpyScalar(NdArray.scalar(DType.F32, 7))))
        .isEqualTo(7f);
  }

  @Test
  void a_named_tuple_of_old_versions_of_flax_is_read() {
    var state =
        Map.of(
            "name", "Point",
            "fields", Map.of("0", "x_value", "1", "y"),
            "values", Map.of("0", 1L, "1", 2L));

    assertThat(Serialization.fromStateDict(new Point(0L, 0L, "t"), state))
        .isEqualTo(new Point(1L, 2L, "t"));
  }

  @Test
  void registered_functions_and_fields_apply() {
    var state = Serialization.toStateDict(List.of(new Box(ONE), new Line(ONE, TWO)));
    assertThat(state)
        .isEqualTo(Map.of("0", Map.of("content", ONE), "1", Map.of("from", ONE, "to", TWO)));

    var restored =
        Serialization.fromStateDict(
            List.of(new Box(0), new Line(0, 0)),
            Map.of("0", Map.of("content", 5L), "1", Map.of("from", 6L, "to", 7L)));

    assertThat(((Box) restored.get(0)).content).isEqualTo(5);
    assertThat(((Line) restored.get(1)).to).isEqualTo(7);
    assertThat(Serialization.isSerializable(Box.class)).isTrue();
    assertThat(Serialization.isSerializable(Point.class)).isTrue();
    assertThat(Serialization.isSerializable(List.of())).isTrue();
    assertThat(Serialization.isSerializable(ONE)).isFalse();
    assertThat(Serialization.isSerializable(String.class)).isFalse();
  }

  @Test
  void a_class_is_registered_once_unless_that_is_overridden() {
    final class Twice {}
    Serialization.<Twice>register(Twice.class, _ -> Map.of(), (it, _) -> it);

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Serialization.<Twice>register(Twice.class, _ -> Map.of(), (it, _) -> it))
        .withMessageStartingWith(
            "Serialization.register needs a class that is not registered yet, but %s is. Register it once, for example in a static initializer, or pass true for override."
                .formatted(Twice.class.getTypeName()));
    Serialization.<Twice>register(Twice.class, _ -> "again", (it, _) -> it, true);
    assertThat(Serialization.toStateDict(new Twice())).isEqualTo("again");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "map     | A map at path ./a needs the keys [\"w\"], but the state dict has [\"v\"]:"
            + " [\"w\"] are missing. Restore into a target with the keys that were saved.",
        "list    | A list at path ./a needs 2 elements, but the state dict has 1. Restore into a"
            + " list of that length.",
        "record  | Point at path ./a needs the fields [\"x_value\", \"y\"], but the state dict has"
            + " [\"y\", \"z\"]: missing are [\"x_value\"], unknown are [\"z\"]. Restore into a"
            + " target of the class that was saved.",
        "box     | A list at path ./a/content needs 2 elements, but the state dict has 1. Restore"
            + " into a list of that length.",
        "line    | Line at path ./a needs the fields [\"from\", \"to\"], but the state dict has"
            + " [\"from\"]: missing are [\"to\"]. Restore into a target of the class that was"
            + " saved.",
        "leaf    | The leaf at path ./a is an array f32[1] in the target, but a map "
            + "with the keys [\"w\"] in the state dict. Restore into a target like the saved "
            + "tree.",
        "int     | The leaf at path ./a is the number 1 in the target, but the number "
            + "4294967296 in the state dict. Restore into a target like the saved tree.",
        "node    | A map at path ./a needs a map in the state dict, but there is an "
            + "array f32[1]. Restore into a target like the saved tree.",
        "typed   | The component at path ./a/best cannot hold a map with the keys []. "
            + "Restore into a target that has a value there, like the saved tree.",
      })
  void a_state_that_does_not_fit_is_refused_with_its_path(String what, String message) {
    Object target =
        switch (what) {
          case "map", "node" -> Map.of("w", ONE);
          case "list" -> List.of(1, 2);
          case "record" -> new Point(1, 2, "t");
          case "box" -> new Box(List.of(1, 2));
          case "line" -> new Line(1, 2);
          case "leaf" -> ONE;
          case "int" -> 1;
          default -> new Held(null);
        };
    Object state =
        switch (what) {
          case "map" -> Map.of("v", ONE);
          case "list" -> Map.of("0", 1);
          case "record" -> ordered("y", "z");
          case "box" -> Map.of("content", Map.of("0", 1));
          case "line" -> Map.of("from", 1);
          case "leaf" -> Map.of("w", ONE);
          case "int" -> 1L << 32;
          case "node" -> ONE;
          default -> Map.of("best", Map.of());
        };

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Serialization.fromStateDict(ordered("a", target), Map.of("a", state)))
        .withMessageStartingWith(message);
  }

  /** A record of a component that is absent in the target. */
  record Held(@Nullable Params best) {}

  private static Map<String, Object> ordered(String name, Object value) {
    var map = new LinkedHashMap<String, Object>();
    map.put(name, value);
    if (value instanceof String second) {
      map.put(second, 1);
    }
    return map;
  }

  @Test
  void keys_with_one_text_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Serialization.toStateDict(Map.of("m", Map.of(1, 0, "1", 1))))
        .withMessageStartingWith(
            "A state dict needs keys that differ as strings, but the map at ./m has \"1\" "
                + "twice. Rename a key.");
  }

  @Test
  void a_list_that_holds_itself_is_refused() {
    var list = new ArrayList<Object>();
    list.add(list);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Serialization.toStateDict(list))
        .withMessageStartingWith("A state dict needs a tree of at most 1000 levels, but ./0/0/");
  }
}
