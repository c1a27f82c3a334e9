package io.cambric.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.TreeStructureException;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Classes that stand for those of another library: they know nothing of pytrees. */
class RegistrationTest {

  static final class Pair {

    final String first;
    final String second;
    final String label;

    Pair(String first, String second, String label) {
      this.first = first;
      this.second = second;
      this.label = label;
    }

    @Override
    public String toString() {
      return "Pair(%s, %s, %s)".formatted(first, second, label);
    }
  }

  sealed interface Form permits Disc, Square {}

  record Disc(Object radius) implements Form {}

  record Square(Object side) implements Form {}

  static final class Frozen extends AbstractMap<String, Object> {

    private final Map<String, Object> entries;

    Frozen(Map<?, ?> entries) {
      this.entries = new TreeMap<>();
      entries.forEach((key, value) -> this.entries.put((String) key, value));
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
      return Set.copyOf(entries.entrySet());
    }
  }

  static class Row extends AbstractList<Object> {

    private final List<?> elements;

    Row(List<?> elements) {
      this.elements = new ArrayList<>(elements);
    }

    @Override
    public Object get(int index) {
      return elements.get(index);
    }

    @Override
    public int size() {
      return elements.size();
    }
  }

  static final class LongRow extends Row {

    LongRow(List<?> elements) {
      super(elements);
    }
  }

  static final class Unit {

    private final String name;

    Unit(String name) {
      this.name = name;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Unit unit && unit.name.equals(name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  interface One {}

  interface Two {}

  static final class Both implements One, Two {}

  static final class Twice {}

  static final class Crooked {}

  @BeforeAll
  static void register() {
    Trees.register(
        Pair.class,
        (Pair pair) ->
            NodeParts.of(List.of(pair.first, pair.second), pair.label).withNames("first", "second"),
        (label, children) -> new Pair((String) children.get(0), (String) children.get(1), label));
    Trees.register(
        Form.class,
        (Form form) ->
            switch (form) {
              case Disc disc -> NodeParts.of(List.of(disc.radius()), "disc");
              case Square square -> NodeParts.of(List.of(square.side()), "square");
            },
        (kind, children) ->
            kind.equals("disc") ? new Disc(children.getFirst()) : new Square(children.getFirst()));
    Trees.registerMap(Frozen.class, Frozen::new);
    Trees.registerList(Row.class, Row::new);
    Trees.registerStatic(Unit.class);
  }

  @Test
  void a_registered_class_is_a_node_with_named_children_and_a_static_part() {
    var tree = List.of(new Pair("a", "b", "x"));

    assertThat(Trees.leaves(tree)).containsExactly("a", "b");
    assertThat(Trees.structure(tree))
        .hasToString("list(0: Pair[x](first: *, second: *))")
        .isEqualTo(Trees.structure(List.of(new Pair("c", "d", "x"))))
        .isNotEqualTo(Trees.structure(List.of(new Pair("a", "b", "y"))));
    assertThat(Trees.structure(tree).paths()).containsExactly("0/first", "0/second");
    assertThat(Trees.map(tree, (String leaf) -> leaf + "!")).hasToString("[Pair(a!, b!, x)]");
    assertThat(Cursor.of(tree).at(0, "second").set("z")).hasToString("[Pair(a, z, x)]");
  }

  @Test
  void a_registration_of_a_sealed_type_serves_the_classes_that_it_permits() {
    Form square = new Square("s");

    assertThat(Trees.structure(square)).hasToString("Form[square](0: *)");
    assertThat(Trees.leavesWithPath(square).getFirst().path().keystr())
        .isEqualTo("[<flat index 0>]");
    assertThat(Trees.<Form, Object>map(square, leaf -> leaf + "!")).isEqualTo(new Square("s!"));
    assertThat(Trees.<Form, Object>map(new Disc("d"), leaf -> leaf + "!"))
        .isEqualTo(new Disc("d!"));
  }

  @Test
  void lists_and_maps_of_registered_classes_have_the_structure_of_those_of_the_JDK() {
    var frozen = new Frozen(Map.of("b", 1, "a", new Row(List.of(2, 3))));

    assertThat(Trees.structure(frozen))
        .isEqualTo(Trees.structure(Map.of("b", 1, "a", List.of(2, 3))));
    var mapped = Trees.map(frozen, (Integer leaf) -> leaf * 10);
    assertThat(mapped).isEqualTo(Map.of("b", 10, "a", List.of(20, 30)));
    assertThat(mapped.get("a")).isInstanceOf(Row.class);
    assertThat(
            Trees.map(List.of(1, 2), new Row(List.of(3, 4)), (a, b) -> (Integer) a + (Integer) b))
        .isEqualTo(List.of(4, 6));
    assertThat(Trees.map(new LongRow(List.of(1)), leaf -> leaf)).isExactlyInstanceOf(Row.class);
  }

  @Test
  void a_static_class_is_part_of_the_structure() {
    assertThat(Trees.leaves(List.of(new Unit("m"), 1))).containsExactly(1);
    assertThat(Trees.structure(new Unit("m")))
        .isEqualTo(Trees.structure(new Unit("m")))
        .isNotEqualTo(Trees.structure(new Unit("s")));
    assertThat(Trees.map(List.of(new Unit("m"), 1), leaf -> 2))
        .isEqualTo(List.of(new Unit("m"), 2));
    assertThatCode(() -> StaticValues.require("It", new Unit("m"))).doesNotThrowAnyException();
  }

  @Test
  void a_class_is_registered_once_and_the_error_names_both_lines() {
    Trees.registerStatic(Twice.class);

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.registerStatic(Twice.class))
        .satisfies(e ->
            assertThat(e.getMessage())
                .matches(
                    "(?s)io\\.cambric\\.tree\\.RegistrationTest\\$Twice is registered as a pytree "
                        + "node at "
                        + "io\\.cambric\\.tree\\.RegistrationTest\\(RegistrationTest\\.java:\\d+\\) and "
                        + "again at "
                        + "io\\.cambric\\.tree\\.RegistrationTest\\(RegistrationTest\\.java:\\d+\\)\\. "
                        + "Register a class once, for example in a static initializer\\..*"));
  }

  @Test
  void of_threads_that_register_one_class_one_succeeds() throws Exception {
    final class Raced {}
    var refused = new AtomicInteger();
    try (var threads = Executors.newFixedThreadPool(4)) {
      Callable<Void> registration =
          () -> {
            try {
              Trees.registerStatic(Raced.class);
            } catch (TreeStructureException _) {
              refused.incrementAndGet();
            }
            return null;
          };
      for (Future<Void> done :
          threads.invokeAll(List.of(registration, registration, registration, registration))) {
        done.get();
      }
    }
    assertThat(refused).hasValue(3);
    assertThat(Trees.leaves(new Raced())).isEmpty();
  }

  @Test
  void classes_that_take_part_already_cannot_be_registered() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.registerStatic(Samples.Interval.class))
        .withMessage(
            "io.cambric.tree.Samples$Interval implements TreeNode, which already defines "
                + "its role in pytrees. Remove its registration.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.registerStatic(Samples.Configuration.class))
        .withMessageStartingWith("io.cambric.tree.Samples$Configuration implements Opaque, which");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.registerStatic(ArrayList.class))
        .withMessage(
            "java.util.ArrayList belongs to Java, and is already a leaf or node of pytrees. "
                + "Register a class that contains it instead.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.registerStatic(Unit[].class));
  }

  @Test
  void an_object_below_two_registered_types_needs_a_registration_of_its_own() {
    Trees.registerStatic(One.class);
    Trees.registerStatic(Two.class);

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.leaves(new Both()))
        .satisfies(e ->
            assertThat(e.getMessage())
                .matches(
                    "(?s)A pytree contains an object of class "
                        + "io\\.cambric\\.tree\\.RegistrationTest\\$Both, which must have one nearest "
                        + "registration, but has io\\.cambric\\.tree\\.RegistrationTest\\$One at .* and "
                        + "io\\.cambric\\.tree\\.RegistrationTest\\$Two at .*\\. Register the class "
                        + "itself\\..*"));
    Trees.registerStatic(Both.class);
    assertThat(Trees.leaves(new Both())).isEmpty();
  }

  @Test
  void children_that_the_unflatten_function_cannot_cast_are_named() {
    var flat = Trees.flatten(new Pair("a", "b", "x"));

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> flat.structure().unflatten(List.of("a", 1)))
        .satisfies(e ->
            assertThat(e.getMessage())
                .matches(
                    "(?s)A Pair, registered at "
                        + "io\\.cambric\\.tree\\.RegistrationTest\\(RegistrationTest\\.java:\\d+\\), "
                        + "cannot be rebuilt from \\(String, Integer\\), because its unflatten function "
                        + "cannot cast them\\. Return leaves of the types it casts to\\..*"));
    List<Object> pairs = List.of(new Pair("a", "b", "x"));
    var loose = LooseTrees.map(pairs, String.class::cast).getFirst();
    assertThat(loose).isInstanceOf(Pair.class);
    var numbers = LooseTrees.map(pairs, _ -> 1);
    assertThat(numbers.getFirst()).isInstanceOf(TreeNode.class);
    assertThat(LooseTrees.map(numbers, _ -> "c")).hasToString("[Pair(c, c, x)]");
  }

  @Test
  void a_flatten_function_gives_one_key_for_each_child() {
    Trees.register(
        Crooked.class,
        (Crooked _) -> NodeParts.of(List.of(1, 2), "").withNames("one"),
        (_, _) -> new Crooked());

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Trees.leaves(new Crooked()))
        .satisfies(e ->
            assertThat(e.getMessage())
                .contains(
                    "must return one key for each child, but returned 1 keys for 2 children. Pass "
                        + "as many to withNames or withKeys."));
  }

  @Test
  void a_static_part_that_may_change_is_refused_where_a_program_is_compiled_for_it() {
    final class Noted {}
    Trees.register(
        Noted.class,
        (Noted _) -> NodeParts.of(List.of(), new ArrayList<>()),
        (_, _) -> new Noted());
    var flat = Trees.flatten(Map.of("n", new Noted()));

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> StaticValues.requireAll("A tree", flat.structure(), flat.leaves()))
        .withMessage(
            "A tree needs immutable values as static components, but \"n/statics\" is of "
                + "type ArrayList. Pass List.copyOf(...) of it.");
  }
}
