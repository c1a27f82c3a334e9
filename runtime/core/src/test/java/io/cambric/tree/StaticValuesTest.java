package io.cambric.tree;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Static;
import io.cambric.errors.TreeStructureException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StaticValuesTest {

  private static final String NEVER_CHANGE = "Seven needs immutable values, but ";

  record Settings(String name, List<Integer> sizes, Optional<Settings> inner) {}

  record Holder(Object value) {}

  record Labelled(@Static Object label, Object leaf) {}

  static final class Named implements Function<String, String> {
    @Override
    public String apply(String text) {
      return text;
    }
  }

  static List<Object> values() {
    Function<String, String> reference = String::trim;
    return List.of(
        "text",
        'c',
        true,
        1,
        2L,
        3.0,
        (byte) 1,
        BigInteger.TEN,
        BigDecimal.ONE,
        DayOfWeek.MONDAY,
        Thread.State.NEW,
        String.class,
        reference,
        new Named(),
        Duration.ofDays(1),
        LocalDate.of(2026, 1, 1),
        UUID.nameUUIDFromBytes(new byte[0]),
        Locale.ROOT,
        StandardCharsets.UTF_8,
        URI.create("a:b"),
        Path.of("a"),
        Pattern.compile("a"),
        Optional.empty(),
        Optional.of("a"),
        OptionalInt.of(1),
        List.of(1, List.of("a")),
        Stream.of(1, 2, 3).toList(),
        Set.of("a"),
        Map.of("a", List.of(1)),
        Map.entry("a", 1),
        Collections.unmodifiableList(new ArrayList<>(List.of(1))),
        Collections.nCopies(3, "a"),
        new Samples.Configuration(1),
        new Settings("a", List.of(1), Optional.of(new Settings("b", List.of(), Optional.empty()))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void values_that_never_change_are_static(Object value) {
    assertThatCode(() -> StaticValues.require("Seven", value)).doesNotThrowAnyException();
  }

  @Test
  void null_is_static() {
    assertThatCode(() -> StaticValues.require("Seven", null)).doesNotThrowAnyException();
  }

  static List<Arguments> others() {
    var list = "Use a List of its elements, or pass it as an array outside the static values.";
    var opaque =
        "Pass its contents as arrays, which are not static. An immutable class that "
            + "defines equals may implement Opaque.";
    return List.of(
        Arguments.of(new float[1], "it is of type float[]. " + list),
        Arguments.of(new String[1], "it is of type String[]. " + list),
        Arguments.of(new int[1][1], "it is of type int[][]. " + list),
        Arguments.of(new ArrayList<>(), "it is of type ArrayList. Pass List.copyOf(...) of it."),
        Arguments.of(
            Arrays.asList(1), "it is of type Arrays$ArrayList. Pass List.copyOf(...) of it."),
        Arguments.of(new ArrayDeque<>(), "it is of type ArrayDeque. Pass List.copyOf(...) of it."),
        Arguments.of(new HashSet<>(), "it is of type HashSet. Pass Set.copyOf(...) of it."),
        Arguments.of(new HashMap<>(), "it is of type HashMap. Pass Map.copyOf(...) of it."),
        Arguments.of(new StringBuilder(), "it is of type StringBuilder. Pass its toString()."),
        Arguments.of(new Date(0), "it is of type Date. " + opaque),
        Arguments.of(new Random(0), "it is of type Random. " + opaque),
        Arguments.of(new BitSet(), "it is of type BitSet. " + opaque),
        Arguments.of(new AtomicInteger(), "it is of type AtomicInteger. " + opaque),
        Arguments.of(new Thread(), "it is of type Thread. " + opaque),
        Arguments.of(new Object(), "it is of type Object. " + opaque),
        Arguments.of(List.of("a", new long[1]), "\"1\" is of type long[]. " + list),
        Arguments.of(Map.of("a", Optional.of(new char[1])), "\"a\" is of type char[]. " + list),
        Arguments.of(Map.entry(new byte[1], 1), "\"key\" is of type byte[]. " + list),
        Arguments.of(
            new Holder(new Holder(new int[1])), "\"value/value\" is of type int[]. " + list),
        Arguments.of(
            new Settings("a", new ArrayList<>(), Optional.empty()),
            "\"sizes\" is of type ArrayList. Pass List.copyOf(...) of it."));
  }

  @ParameterizedTest
  @MethodSource("others")
  void values_that_may_change_are_refused_with_the_mend(Object value, String message) {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> StaticValues.require("Seven", value))
        .withMessage(NEVER_CHANGE + message);
  }

  private static void requireAll(Object tree) {
    var flat = Trees.flatten(tree);
    StaticValues.requireAll("A tree", flat.structure(), flat.leaves());
  }

  @Test
  void the_static_components_of_records_in_a_tree_are_checked() {
    requireAll(List.of(new Labelled("a", 1), new Labelled(List.of("a"), 2)));

    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> requireAll(Map.of("x", List.of(1, new Labelled(new ArrayList<>(), 2)))))
        .withMessage(
            "A tree needs immutable values as static components, but \"x/1/label\" is of "
                + "type ArrayList. Pass List.copyOf(...) of it.");
  }

  @Test
  void leaves_are_named_by_their_path() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> requireAll(Map.of("x", List.of(1, new Holder(new StringBuilder())))))
        .withMessage(
            "A tree needs arrays, numbers and immutable values as leaves, but \"x/1/value\" "
                + "is of type StringBuilder. Pass its toString().");
  }
}
