package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each Java block of a page is the body of a method, and each {@code IO.println(...); // text} in
 * it prints that text. A block of imports is for all blocks after it.
 */
class PageExamplesTest {

  private static final Path PAGE = Path.of("../docs/coming-from-jax.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```");
  private static final Pattern PRINTED = Pattern.compile("(?m)IO\\.println\\(.*\\);  // (.*)$");

  @TempDir private Path classes;

  /** A block of a page and the imports before it. */
  private record Example(int line, String imports, String body) {

    /** {@return the program; its own IO stands before that of java.lang} */
    String source() {
      return """
      %s
      public class Example%d {
        static class IO {
          static final java.util.List<String> LINES = new java.util.ArrayList<>();

          static void println(Object value) {
            LINES.add(String.valueOf(value));
          }
        }

        public static java.util.List<String> run() {
          %s
          return IO.LINES;
        }
      }
      """
          .formatted(imports, line, body);
    }

    List<String> printed() {
      return PRINTED.matcher(body).results().map(found -> found.group(1)).toList();
    }
  }

  @TestFactory
  Stream<DynamicTest> examples_compile_and_print_what_their_comments_say() throws IOException {
    return examples(Files.readString(PAGE)).stream()
        .map(example -> dynamicTest("line " + example.line(), () -> check(example)));
  }

  private static List<Example> examples(String page) {
    var examples = new ArrayList<Example>();
    var imports = "";
    var blocks = BLOCK.matcher(page);
    while (blocks.find()) {
      var body = blocks.group(1);
      if (body.startsWith("import ")) {
        imports = body;
      } else {
        int line = (int) page.substring(0, blocks.start(1)).lines().count() + 1;
        examples.add(new Example(line, imports, body));
      }
    }
    return examples;
  }

  private void check(Example example) throws Exception {
    var name = "Example" + example.line();
    var source =
        new SimpleJavaFileObject(
            URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return example.source();
          }
        };
    var errors = new StringWriter();
    var options =
        List.of(
            "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", classes.toString());
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(errors, null, null, options, null, List.of(source))
            .call();
    assertThat(compiled).withFailMessage(() -> errors + example.source()).isTrue();
    try (var loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      var printed = loader.loadClass(name).getMethod("run").invoke(null);
      assertThat(printed).isEqualTo(example.printed());
    }
  }
}
