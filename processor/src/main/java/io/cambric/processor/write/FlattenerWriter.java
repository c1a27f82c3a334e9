package io.cambric.processor.write;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import com.palantir.javapoet.WildcardTypeName;
import io.cambric.processor.read.ComponentModel;
import io.cambric.processor.read.PyTreeModel;
import io.cambric.processor.read.RuntimeTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Writes the flattener of a record, which takes it apart and puts it together. */
public final class FlattenerWriter {

  private static final ArrayTypeName OBJECTS = ArrayTypeName.of(ClassName.OBJECT);

  /**
   * A flattener of objects. The record is in no signature, for the reason in {@link
   * ModuleWriter#definition}.
   */
  private static final TypeName FLATTENER =
      ParameterizedTypeName.get(RuntimeTypes.FLATTENER, ClassName.OBJECT);

  private final PyTreeModel tree;

  /** A writer for one record. */
  public FlattenerWriter(PyTreeModel tree) {
    this.tree = tree;
  }

  /** {@return the source file of the flattener} */
  public JavaFile write(TypeElement origin) {
    var type =
        TypeSpec.classBuilder(tree.flattener())
            .addJavadoc(
                "Flattens and rebuilds $L. The runtime finds this class by its name.",
                Javadocs.aOrAn(tree.name().simpleName()))
            .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
            .addTypeVariables(tree.typeVariables())
            .addSuperinterface(FLATTENER)
            .addMethod(constructor())
            .addMethod(childNames())
            .addMethod(values("children", c -> !c.isStatic()))
            .addMethod(values("statics", ComponentModel::isStatic))
            .addMethod(rebuild());
    return Code.file(tree.flattener(), type, tree.lint(), origin);
  }

  /** The record with any type arguments. */
  private TypeName anyRecord() {
    var any = WildcardTypeName.subtypeOf(ClassName.OBJECT);
    var arguments = Collections.nCopies(tree.typeVariables().size(), any);
    return arguments.isEmpty()
        ? tree.name()
        : ParameterizedTypeName.get(tree.name(), arguments.toArray(TypeName[]::new));
  }

  private static MethodSpec constructor() {
    return MethodSpec.constructorBuilder()
        .addJavadoc("Used by the runtime.")
        .addModifiers(Modifier.PUBLIC)
        .build();
  }

  private MethodSpec childNames() {
    var names =
        tree.components().stream()
            .filter(c -> !c.isStatic())
            .map(c -> CodeBlock.of("$S", c.name()))
            .collect(Code.LIST);
    return override("childNames")
        .returns(ParameterizedTypeName.get(List.class, String.class))
        .addStatement("return $T.of($L)", List.class, names)
        .build();
  }

  private MethodSpec values(String name, Predicate<ComponentModel> wanted) {
    var values =
        tree.components().stream()
            .filter(wanted)
            .map(c -> CodeBlock.of("record.$L()", c.name()))
            .collect(Code.LIST);
    var method = override(name).addParameter(ClassName.OBJECT, "node").returns(OBJECTS);
    if (!values.isEmpty()) {
      method.addStatement("var record = ($T) node", anyRecord());
    }
    return method.addStatement("return new $T[] {$L}", Object.class, values).build();
  }

  private MethodSpec rebuild() {
    int child = 0;
    int fixed = 0;
    var arguments = new ArrayList<CodeBlock>();
    for (var component : tree.components()) {
      var value =
          component.isStatic()
              ? CodeBlock.of("statics[$L]", fixed++)
              : CodeBlock.of("children[$L]", child++);
      arguments.add(cast(component.type(), value));
    }
    var method =
        override("rebuild")
            .addParameter(OBJECTS, "children")
            .addParameter(OBJECTS, "statics")
            .returns(ClassName.OBJECT);
    if (tree.components().stream().anyMatch(c -> !isReifiable(c.type()))) {
      method.addAnnotation(Code.suppress("unchecked"));
    }
    var diamond = tree.typeVariables().isEmpty() ? "" : "<>";
    return method
        .addStatement(
            "return new $T$L($L)", tree.name(), diamond, arguments.stream().collect(Code.LIST))
        .build();
  }

  private static CodeBlock cast(TypeName type, CodeBlock value) {
    var plain = type.withoutAnnotations();
    return plain.equals(ClassName.OBJECT) ? value : CodeBlock.of("($T) $L", plain, value);
  }

  private static boolean isReifiable(TypeName type) {
    return switch (type) {
      case ParameterizedTypeName _ -> false;
      case TypeVariableName _ -> false;
      case ArrayTypeName array -> isReifiable(array.componentType());
      default -> true;
    };
  }

  private static MethodSpec.Builder override(String name) {
    return MethodSpec.methodBuilder(name)
        .addAnnotation(Override.class)
        .addModifiers(Modifier.PUBLIC);
  }
}
