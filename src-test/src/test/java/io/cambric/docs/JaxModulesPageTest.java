package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.distributed.ProcessGroup;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.optax.Optax;
import io.cambric.profiler.Profiler;
import io.cambric.scope.LogicalAxes;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of JAX's modules: what it says is there exists, and what it says is missing does not.
 */
class JaxModulesPageTest {

  private static final Path PAGE = Path.of("..", "docs", "coming-from", "jax-modules.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `[^|]+ \\| ([^|]+) \\| ([^|]*) ?\\|$");
  private static final Pattern CODE = Pattern.compile("`(\\w+)(?:\\.(\\w+))?`");
  private static final Pattern UNDERSCORE = Pattern.compile("_(\\w)");

  /** Classes of the packages that the page names. */
  private static final List<Class<?>> IN_PACKAGES =
      List.of(
          Array.class,
          ProcessGroup.class,
          Lax.class,
          Numpy.class,
          Optax.class,
          Profiler.class,
          Random.class,
          LogicalAxes.class,
          Transforms.class,
          Trees.class,
          io.cambric.array.DType.class,
          io.cambric.numpy.dtype.Promotion.class,
          io.cambric.control.CheckpointPolicies.class);

  @Test
  void classes_and_functions_on_the_page_exist() throws IOException {
    var missing = new ArrayList<String>();
    for (var row : rows()) {
      var type = (Class<?>) null;
      for (var code : CODE.matcher(row.group(1)).results().toList()) {
        boolean isType = Character.isUpperCase(code.group(1).charAt(0));
        type = isType ? type(code.group(1)) : type;
        var function = isType ? code.group(2) : code.group(1);
        if (type == null || function != null && !has(type, function)) {
          missing.add(code.group());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void functions_that_are_not_there_are_missing() throws IOException {
    var found = new ArrayList<String>();
    for (var row : rows()) {
      for (var code : CODE.matcher(row.group(2)).results().toList()) {
        var name = code.group(2) == null ? code.group(1) : code.group(2);
        var camel = UNDERSCORE.matcher(name).replaceAll(part -> part.group(1).toUpperCase());
        for (var each : CODE.matcher(row.group(1)).results().toList()) {
          var type = type(each.group(1));
          if (type != null && has(type, camel)) {
            found.add(type.getSimpleName() + "." + camel);
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static List<MatchResult> rows() throws IOException {
    var rows = ROW.matcher(Files.readString(PAGE)).results().toList();
    assertThat(rows).hasSizeGreaterThan(30);
    return rows;
  }

  private static Class<?> type(String name) {
    return IN_PACKAGES.stream()
        .map(neighbour -> load(neighbour.getPackageName() + "." + name))
        .flatMap(Stream::ofNullable)
        .findFirst()
        .orElse(null);
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static boolean has(Class<?> type, String name) {
    return Arrays.stream(type.getMethods()).anyMatch(method -> method.getName().equals(name));
  }
}
