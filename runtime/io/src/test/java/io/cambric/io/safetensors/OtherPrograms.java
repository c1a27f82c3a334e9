package io.cambric.io.safetensors;

import java.nio.file.Path;

/** Programs that tests start in a JVM of their own. */
final class OtherPrograms {

  private OtherPrograms() {}

  /** Reads a safetensors file, and prints how many arrays it has or what is wrong. */
  static final class Reader {

    private Reader() {}

    public static void main(String[] arguments) {
      try {
        System.out.println(SafeTensors.read(Path.of(arguments[0])).names().size());
      } catch (RuntimeException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
