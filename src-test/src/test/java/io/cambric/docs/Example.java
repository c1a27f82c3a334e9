package io.cambric.docs;

import static java.util.stream.Collectors.joining;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * A block of Java on a page, and what it prints: the block of text after it, or the comments behind
 * its calls of {@code IO.println}.
 *
 * <p>A block is a source file without its imports if it has a {@code main}, else the body of one. A
 * block of imports is for all blocks after it.
 *
 * @param line of the page at which it begins
 * @param imports the block of imports before it
 * @param code the Java block
 * @param output what it prints
 */
record Example(int line, String imports, String code, String output) {

  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```java\\n(.*?)^```\\n(?:\\n```text\\n(.*?)^```\\n)?");
  private static final Pattern PRINTED = Pattern.compile("(?m)IO\\.println\\(.*\\); +// (.*\\n)");

  /** {@return the examples of a page, in order} */
  static List<Example> of(Path page) {
    try {
      return of(Files.readString(page));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Example> of(String page) {
    var examples = new ArrayList<Example>();
    var imports = "";
    var blocks = BLOCK.matcher(page);
    while (blocks.find()) {
      var code = blocks.group(1);
      if (code.startsWith("import ")) {
        imports = code;
      } else {
        int line = (int) page.substring(0, blocks.start()).lines().count() + 1;
        var text = blocks.group(2);
        examples.add(new Example(line, imports, code, text == null ? comments(code) : text));
      }
    }
    return examples;
  }

  private static String comments(String code) {
    return PRINTED.matcher(code).results().map(found -> found.group(1)).collect(joining());
  }

  /**
   * {@return what the example prints on standard output}
   *
   * @param folder an empty folder for its class files
   */
  String run(Path folder) throws Exception {
    var name = "Example" + line;
    var main = code.contains("void main()") ? code : "void main() {\n" + code + "}\n";
    var source = Files.writeString(folder.resolve(name + ".java"), imports + main);
    compile(source, folder);
    var urls = new URL[] {folder.toUri().toURL()};
    try (var loader = new URLClassLoader(urls, Example.class.getClassLoader())) {
      var constructor = loader.loadClass(name).getDeclaredConstructor();
      constructor.setAccessible(true);
      var method = constructor.getDeclaringClass().getDeclaredMethod("main");
      method.setAccessible(true);
      return printed(() -> method.invoke(constructor.newInstance()));
    }
  }

  private static void compile(Path source, Path folder) {
    var messages = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                messages,
                messages,
                "-proc:none",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "-d",
                folder.toString(),
                source.toString());
    if (status != 0) {
      throw new AssertionError(messages.toString(StandardCharsets.UTF_8));
    }
  }

  private interface Body {

    void run() throws Exception;
  }

  private static String printed(Body body) throws Exception {
    var before = System.out;
    var bytes = new ByteArrayOutputStream();
    try (var out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      body.run();
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Names the test of this example. */
  @Override
  public String toString() {
    return "line " + line;
  }
}
