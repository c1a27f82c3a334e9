package io.cambric.docs;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A block of Java on a page, and its output: the block of text after it, or the comments behind its
 * calls of {@code IO.println}. It is a source file without its imports if it has a {@code main},
 * else the body of one.
 *
 * @param line of the page at which it begins
 * @param imports the block of imports before it
 * @param code the Java block
 * @param output what it prints
 */
record Example(int line, String imports, String code, String output) {

  private static final Pattern PROGRAM =
      Pattern.compile("(?s)^import .*^class (\\w+) \\{.*", Pattern.MULTILINE);

  /** {@return whether a block is a whole source file, which runs as it is} */
  static boolean isProgram(String code) {
    return PROGRAM.matcher(code).matches();
  }

  /** {@return the name of its class} */
  String className() {
    var program = PROGRAM.matcher(code);
    return program.matches() ? program.group(1) : "Example" + line;
  }

  /** {@return its source file} */
  String source() {
    if (isProgram(code)) {
      return code;
    }
    return imports
        + (code.contains("void main()") ? code : "void main() throws Exception {\n" + code + "}\n");
  }

  /** {@return what it prints on standard output} */
  String run(ClassLoader classes) throws Exception {
    var constructor = classes.loadClass(className()).getDeclaredConstructor();
    constructor.setAccessible(true);
    var method = constructor.getDeclaringClass().getDeclaredMethod("main");
    method.setAccessible(true);
    var before = System.out;
    var bytes = new ByteArrayOutputStream();
    try (var out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      method.invoke(constructor.newInstance());
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
