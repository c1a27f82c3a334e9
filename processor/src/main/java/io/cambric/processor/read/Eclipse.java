package io.cambric.processor.read;

/**
 * The compiler of Eclipse, which differs from javac in what it shows and in what it understands.
 */
public final class Eclipse {

  private Eclipse() {}

  /** {@return whether {@code part}, such as a messager, is one of that compiler} */
  public static boolean made(Object part) {
    return part.getClass().getName().startsWith("org.eclipse.");
  }
}
