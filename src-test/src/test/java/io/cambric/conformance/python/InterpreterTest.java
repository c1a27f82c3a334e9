package io.cambric.conformance.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterpreterTest {

  private final Interpreter interpreter = new Interpreter(new Words());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 + 2 * 3 ** 2           | 19
          -2 ** 2                  | -4
          (1, 2)[-1]               | 2
          [1, 2, 3, 4][1:-1]       | [2, 3]
          [1, 2, 3, 4][::-2]       | [4, 2]
          7 // 2 - -7 // 2         | 7
          -7 % 3                   | 2
          1 / 4                    | 0.25
          2 ** -1                  | 0.5
          1 < 2 <= 2               | true
          not (1 > 2 or 3 == 3.0)  | false
          1 if None else 2         | 2
          {'a': 1, 'b': (2,)}['b'] | (2)
          (lambda a, b=5: a + b)(1)| 6
          (lambda *a: a)(1, 2)     | (1, 2)
          [i * j for i, j in zip((1, 2), (3, 4))] | [3, 8]
          sum(i for i in range(4)) | 6
          [*(1, 2), 3]             | [1, 2, 3]
          (1e-3, 1_000, 0x1F, .5)  | (0.001, 1000, 31, 0.5)
          f(1, *(2, 3), k='v')     | f(1, 2, 3, k=v)
          m.g(...)                 | m.g(ELLIPSIS)
          """)
  void an_expression_has_the_value_that_python_gives_it(String text, String value) {
    assertThat(String.valueOf(interpreter.evaluate(text, Map.of()))).isEqualTo(value);
  }

  @Test
  void operators_on_library_values_are_asked_of_the_namespace() {
    Map<String, Object> variables = Map.of("x", new Word("x"));

    assertThat(interpreter.evaluate("-x @ 2 + x[1:, None]", variables))
        .hasToString("((-x @ 2) + x[(Slice[from=1, to=null, step=null], null)])");
    assertThat(interpreter.evaluate("x.shape", variables)).hasToString("x.shape");
  }

  @Test
  void a_program_binds_defines_loops_and_returns() {
    var program =
        """
        from functools import partial
        def f(x):
            # doubles until it is large
            while x < 10: x = x * 2
            return x
        (a, b), c = (1, 2), f(3); d = partial(f, 5)()
        out = []
        for i in range(3):
            if i == 1:
                out.append(i)
            else:
                out.append(-i)
        out = (a, b, c, d, out)
        """;

    assertThat(interpreter.run(program, Map.of(), "out")).hasToString("(1, 2, 12, 10, [0, 1, -2])");
  }

  @Test
  void a_function_sees_the_variables_around_it_as_they_are_when_it_runs() {
    var program = "k = 1\nf = lambda x: x + k\nk = 10\nout = f(1)";

    assertThat(interpreter.run(program, Map.of(), "out")).isEqualTo(11L);
  }

  @Test
  void text_that_cannot_be_read_is_an_error_that_names_the_line() {
    assertThatExceptionOfType(PythonException.class)
        .isThrownBy(() -> interpreter.run("x = 1\ny = (2", Map.of(), "y"))
        .withMessageContaining("line 2");
  }

  @Test
  void free_names_are_those_that_nothing_binds() {
    var uses =
        FreeNames.ofProgram(
            "g = lambda y: jnp.sum(y, axis=0) + x\nout = len(g(jnp.sin(x)))", Set.of("x"));

    assertThat(uses).extracting(FreeNames.Use::name).containsExactly("jnp.sum", "jnp.sin");
    assertThat(uses.getFirst().kwargs()).containsExactly("axis");
  }

  /** A value that is not Python's own. */
  private record Word(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  /** A library whose values write down what is done with them. */
  private static final class Words implements Namespace {

    @Override
    public Object global(String dottedName) {
      return (PyFunction)
          (args, kwargs) -> {
            var all = new ArrayList<>(args.stream().map(String::valueOf).toList());
            kwargs.forEach((name, value) -> all.add(name + "=" + value));
            return new Word(dottedName + "(" + String.join(", ", all) + ")");
          };
    }

    @Override
    public Object attribute(Object of, String name) {
      return new Word(of + "." + name);
    }

    @Override
    public Object unary(String operator, Object of) {
      return new Word(operator + of);
    }

    @Override
    public Object binary(String operator, @Nullable Object left, @Nullable Object right) {
      return new Word("(%s %s %s)".formatted(left, operator, right));
    }

    @Override
    public Object index(Object of, @Nullable Object index) {
      return new Word(of + "[" + index + "]");
    }

    @Override
    public boolean truth(Object value) {
      return true;
    }

    @Override
    public Number number(Object value) {
      return 0;
    }

    @Override
    public List<@Nullable Object> items(Object value) {
      return Arrays.asList(value);
    }
  }
}
