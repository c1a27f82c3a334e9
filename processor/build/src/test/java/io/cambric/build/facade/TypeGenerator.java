package io.cambric.build.facade;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** Another generator, which writes a type and a topic in the first processing round. */
final class TypeGenerator extends AbstractProcessor {

  private boolean isDone;

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of("*");
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    if (!isDone) {
      isDone = true;
      write("Late", "package a; public class Late {}");
      write(
          "LateTopic",
          "package a; final class LateTopic { private LateTopic() {} public static int one() { return 1; } }");
    }
    return false;
  }

  private void write(String name, String text) {
    try (var writer = processingEnv.getFiler().createSourceFile("a." + name).openWriter()) {
      writer.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
