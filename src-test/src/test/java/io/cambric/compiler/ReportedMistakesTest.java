package io.cambric.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Programs of people who come from Flax and PyTorch, wrong ones and right ones. Each section of a
 * resource is a program. A line that is reported ends with the tags of its diagnostics; a program
 * without tags compiles without a word. A section that begins with {@code undecided} is wrong, and
 * its comment names the value that decides at run time.
 */
class ReportedMistakesTest {

  private static final List<String> KINDS =
      List.of(
          "creation",
          "names",
          "compact",
          "dropped",
          "exchanged",
          "keys",
          "traced",
          "components",
          "shapes",
          "dims");

  /** Definitions that the processor refuses: they end a compilation before methods are read. */
  private static final String REFUSED = "refused";

  private static final String MARK = "// <-- ";

  /** A program, with its title. */
  private record Section(String title, String code) {

    /** The tags by line. */
    TreeMap<Long, List<String>> expected() {
      var expected = new TreeMap<Long, List<String>>();
      long number = 0;
      for (var line : code.split("\n")) {
        number++;
        int mark = line.indexOf(MARK);
        if (mark >= 0) {
          expected.put(number, sorted(List.of(line.substring(mark + MARK.length()).split(","))));
        }
      }
      return expected;
    }
  }

  @TestFactory
  Stream<DynamicContainer> kinds() {
    return Stream.concat(KINDS.stream(), Stream.of(REFUSED))
        .map(kind -> dynamicContainer(kind, programs(kind)));
  }

  private static Stream<DynamicTest> programs(String kind) {
    var sections = sections(kind);
    var codes = sections.stream().map(Section::code).toList();
    var reports =
        kind.equals(REFUSED)
            ? codes.stream().map(code -> UserPrograms.compile(List.of(code)).getFirst()).toList()
            : UserPrograms.compile(codes);
    var tests = new ArrayList<DynamicTest>();
    for (int i = 0; i < sections.size(); i++) {
      var section = sections.get(i);
      var found = new TreeMap<Long, List<String>>();
      reports
          .get(i)
          .forEach(report ->
              found.merge(report.line(), List.of(report.tag()), ReportedMistakesTest::both));
      tests.add(
          dynamicTest(section.title(), () -> assertThat(found).isEqualTo(section.expected())));
    }
    return tests.stream();
  }

  private static List<String> both(List<String> one, List<String> other) {
    return sorted(Stream.concat(one.stream(), other.stream()).toList());
  }

  private static List<String> sorted(List<String> tags) {
    return tags.stream().map(String::strip).sorted().toList();
  }

  private static List<Section> sections(String kind) {
    try (var stream = ReportedMistakesTest.class.getResourceAsStream(kind + ".txt")) {
      var text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      var sections = new ArrayList<Section>();
      for (var section : text.split("(?m)^=== ")) {
        if (!section.isBlank()) {
          int end = section.indexOf('\n');
          sections.add(new Section(section.substring(0, end).strip(), section.substring(end + 1)));
        }
      }
      return sections;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
