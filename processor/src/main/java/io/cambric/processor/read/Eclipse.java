package io.cambric.processor.read;

/** The compiler of Eclipse, which shows and understands other things than javac. */
public final class Eclipse {

  private Eclipse() {}

  /** {@return whether {@code part}, such as a messager, belongs to that compiler} */
  public static boolean made(Object part) {
    return part.getClass().getName().startsWith("org.eclipse.");
  }
}
