package io.cambric.processor.write;

import com.palantir.javapoet.JavaFile;
import java.io.IOException;
import java.util.regex.Pattern;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;

/** Writes generated source files. */
public final class SourceFiles {

  /** A comment of one line, which JavaPoet spreads over three. */
  private static final Pattern SHORT_COMMENT =
      Pattern.compile("/\\*\\*\\n +\\* (.{1,88})\\n +\\*/");

  private SourceFiles() {}

  /** Writes a file, and names the types that it comes from. */
  public static void write(JavaFile file, Filer filer) throws IOException {
    var type = file.typeSpec();
    var name = file.packageName().isEmpty() ? type.name() : file.packageName() + "." + type.name();
    var origins = type.originatingElements().toArray(Element[]::new);
    try (var writer = filer.createSourceFile(name, origins).openWriter()) {
      writer.write(SHORT_COMMENT.matcher(file.toString()).replaceAll("/** $1 */"));
    }
  }
}
