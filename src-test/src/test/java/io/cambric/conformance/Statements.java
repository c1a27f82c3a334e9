package io.cambric.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The numbered statements of a section of the Flax map that a package of tests names or excuses.
 *
 * @param named by tests, whose names begin with section and number
 * @param excused with their reasons, in {@code excused-statements.txt} beside the tests
 */
public record Statements(Set<Integer> named, Map<Integer, String> excused) {

  /**
   * {@return those of the package of a test}
   *
   * @param section such as {@code LS}
   */
  public static Statements of(Class<?> test, String section) {
    try {
      return new Statements(named(test, section), excused(test, section));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<Integer> named(Class<?> test, String section)
      throws IOException, URISyntaxException, ClassNotFoundException {
    var number = Pattern.compile(section + "(\\d+)_");
    var numbers = new TreeSet<Integer>();
    for (var name : tests(test)) {
      number.matcher(name).results().forEach(found -> numbers.add(number(found.group(1))));
    }
    return numbers;
  }

  /** The names of all tests of the package. */
  private static List<String> tests(Class<?> test)
      throws IOException, URISyntaxException, ClassNotFoundException {
    var names = new ArrayList<String>();
    var folder = Path.of(test.getResource(test.getSimpleName() + ".class").toURI()).getParent();
    try (var files = Files.list(folder)) {
      for (var file : files.filter(each -> each.toString().endsWith("Test.class")).toList()) {
        var type = file.getFileName().toString().replace(".class", "");
        Arrays.stream(Class.forName(test.getPackageName() + "." + type).getDeclaredMethods())
            .filter(method ->
                method.isAnnotationPresent(Test.class)
                    || method.isAnnotationPresent(ParameterizedTest.class))
            .map(Method::getName)
            .forEach(names::add);
      }
    }
    return names;
  }

  private static Map<Integer, String> excused(Class<?> test, String section) throws IOException {
    var line = Pattern.compile(section + "(\\d+) \\| (\\S.*)");
    var excuses = new TreeMap<Integer, String>();
    try (var in = test.getResourceAsStream("excused-statements.txt")) {
      for (var text : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (!text.startsWith("#")) {
          var excuse = line.matcher(text);
          assertThat(excuse.matches()).as(text).isTrue();
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
