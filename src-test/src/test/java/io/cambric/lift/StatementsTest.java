package io.cambric.lift;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Each statement of the Flax map on lifted transformations, LS 1 to 60, is the name of a test, or
 * is excused with a reason in {@code excused-statements.txt}.
 */
class StatementsTest {

  private static final int LAST = 60;
  private static final Pattern NUMBER = Pattern.compile("LS(\\d+)_");
  private static final Pattern EXCUSE = Pattern.compile("LS(\\d+) \\| (\\S.*)");

  @Test
  void every_statement_is_named_by_a_test_or_excused() throws Exception {
    var found = new TreeSet<>(named());
    found.addAll(excused().keySet());
    assertThat(found).containsExactlyElementsOf(IntStream.rangeClosed(1, LAST).boxed().toList());
  }

  @Test
  void no_statement_is_both_named_and_excused() throws Exception {
    assertThat(excused().keySet()).doesNotContainAnyElementsOf(named());
  }

  private static TreeSet<Integer> named() throws Exception {
    var numbers = new TreeSet<Integer>();
    for (var name : tests()) {
      NUMBER.matcher(name).results().forEach(found -> numbers.add(number(found.group(1))));
    }
    return numbers;
  }

  /** {@return the names of all tests of this package} */
  private static List<String> tests() throws IOException, URISyntaxException {
    var names = new ArrayList<String>();
    var folder = Path.of(StatementsTest.class.getResource("StatementsTest.class").toURI());
    try (var files = Files.list(folder.getParent())) {
      for (var file : files.filter(each -> each.toString().endsWith("Test.class")).toList()) {
        var type = file.getFileName().toString().replace(".class", "");
        Arrays.stream(named(type).getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .map(Method::getName)
            .forEach(names::add);
      }
    }
    return names;
  }

  private static Class<?> named(String type) {
    try {
      return Class.forName(StatementsTest.class.getPackageName() + "." + type);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static TreeMap<Integer, String> excused() throws IOException {
    var excuses = new TreeMap<Integer, String>();
    try (var in = StatementsTest.class.getResourceAsStream("excused-statements.txt")) {
      for (var line : new String(in.readAllBytes()).lines().toList()) {
        if (!line.startsWith("#")) {
          var excuse = EXCUSE.matcher(line);
          assertThat(excuse.matches()).as(line).isTrue();
          excuses.put(number(excuse.group(1)), excuse.group(2));
        }
      }
    }
    return excuses;
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }
}
