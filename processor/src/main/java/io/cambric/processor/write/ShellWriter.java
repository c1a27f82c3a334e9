package io.cambric.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import io.cambric.processor.read.RuntimeTypes;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * Writes a stand-in for the type that an erroneous source fails to generate. So the mistake is the
 * only error; without the stand-in, every mention of the type would be an error.
 */
public final class ShellWriter {

  private static final String DOC =
      "Placeholder for the class that $L generates once its errors are fixed.";

  private final ClassName name;
  private final TypeElement source;
  private final List<TypeVariableName> variables;

  /** A writer of the type {@code name} that {@code source} would have generated. */
  public ShellWriter(ClassName name, TypeElement source) {
    this.name = name;
    this.source = source;
    this.variables =
        source.getTypeParameters().stream()
            .map(parameter -> TypeVariableName.get(parameter.getSimpleName().toString()))
            .toList();
  }

  /** {@return the source file of a module without methods of its own} */
  public JavaFile module() {
    var self =
        variables.isEmpty()
            ? name
            : ParameterizedTypeName.get(name, variables.toArray(TypeName[]::new));
    var constructor =
        MethodSpec.constructorBuilder()
            .addModifiers(Modifier.PRIVATE)
            .addParameter(RuntimeTypes.HANDLE, "handle")
            .addParameter(Record.class, "definition")
            .addStatement("super(null, handle, definition)");
    var type =
        TypeSpec.classBuilder(name)
            .addModifiers(Modifier.PUBLIC, Modifier.SEALED)
            .superclass(ParameterizedTypeName.get(RuntimeTypes.MODULE, self))
            .addMethod(constructor.build());
    new LiftedFormWriter(name, variables, Set.of()).addTo(type);
    return file(type);
  }

  /** {@return the source file of an empty interface of withers} */
  public JavaFile withers() {
    return file(TypeSpec.interfaceBuilder(name));
  }

  private JavaFile file(TypeSpec.Builder type) {
    type.addJavadoc(DOC, "{@code " + source.getSimpleName() + "}");
    return Code.file(name, type.addTypeVariables(variables), List.of(), source);
  }
}
