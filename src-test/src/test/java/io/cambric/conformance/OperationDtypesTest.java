package io.cambric.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.library.Values;
import io.cambric.conformance.python.Interpreter;
import io.cambric.errors.CambricException;
import io.cambric.numpy.Numpy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations take the dtypes that they take in JAX, give the same ones, and refuse the others. */
class OperationDtypesTest {

  private static final String FILE = "/io/cambric/conformance/operation-dtypes.txt";

  private static final Interpreter INTERPRETER = new Interpreter(new Library());

  static Stream<Arguments> rows() throws IOException {
    try (InputStream stream = OperationDtypesTest.class.getResourceAsStream(FILE)) {
      var text = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Arguments.of((Object[]) line.split(" \\| ")));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void an_operation_takes_the_dtypes_that_it_takes_in_jax(String expression, String recorded) {
    var differences = new TreeSet<String>();
    for (var each : recorded.split(" ")) {
      var dtype = named(each.substring(0, each.indexOf('>')));
      var expected = each.substring(each.indexOf('>') + 1);
      var came = result(expression, dtype);
      // The dtypes of results follow the mode, which recorded ones of 64 bits were not made in.
      boolean agrees =
          dtype.is64Bit() ? came.equals("!") == expected.equals("!") : came.equals(expected);
      if (!agrees) {
        differences.add("%s: %s rather than %s".formatted(dtype, came, expected));
      }
    }
    assertThat(differences).isEmpty();
  }

  private static DType named(String shortName) {
    return Arrays.stream(DType.values())
        .filter(dtype -> dtype.shortName().equals(shortName))
        .findFirst()
        .orElseThrow();
  }

  private static String result(String expression, DType dtype) {
    var two = Numpy.ones(Shape.of(2), dtype);
    var square = Numpy.ones(Shape.of(2, 2), dtype);
    try {
      var value = INTERPRETER.evaluate(expression, Map.of("x", two, "y", two, "m", square));
      return Values.array(value).dtype().shortName();
    } catch (CambricException refused) {
      return "!";
    }
  }
}
