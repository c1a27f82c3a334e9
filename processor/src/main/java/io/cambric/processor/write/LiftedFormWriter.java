package io.cambric.processor.write;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import io.cambric.processor.read.LiftedForm;
import io.cambric.processor.read.RuntimeTypes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** Writes the classes of a module under lifted transformations, and the methods that make them. */
final class LiftedFormWriter {

  private final ClassName module;
  private final List<TypeVariableName> variables;
  private final Set<String> taken;

  /**
   * A writer for one generated class.
   *
   * @param taken names of other nested classes
   */
  LiftedFormWriter(ClassName module, List<TypeVariableName> variables, Set<String> taken) {
    this.module = module;
    this.variables = variables;
    this.taken = new HashSet<>(taken);
    this.taken.add(module.simpleName());
    variables.forEach(variable -> this.taken.add(variable.name()));
  }

  void addTo(TypeSpec.Builder type) {
    for (var form : LiftedForm.ALL) {
      var name = module.nestedClass(Code.free(form.name(), taken));
      form.makers().forEach(maker -> type.addMethod(maker(maker, name)));
      type.addType(nested(form, name));
    }
  }

  private MethodSpec maker(LiftedForm.Maker maker, ClassName form) {
    return MethodSpec.methodBuilder(maker.name())
        .addJavadoc(
            "$L\n\n@param methods the names of the methods; {@code call} by default\n", maker.doc())
        .addModifiers(Modifier.PUBLIC)
        .returns(generic(form))
        .addParameter(ArrayTypeName.of(String.class), "methods")
        .varargs()
        .addStatement(
            "return lift($T::new, $T.$L, methods)", generic(form), maker.lift(), maker.constant())
        .build();
  }

  private TypeSpec nested(LiftedForm form, ClassName name) {
    return TypeSpec.classBuilder(name)
        .addJavadoc("The module $L, with the options as methods.", form.words())
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
        .addTypeVariables(variables)
        .superclass(generic(module))
        .addSuperinterface(ParameterizedTypeName.get(form.verbs(), generic(name)))
        .addMethod(
            MethodSpec.constructorBuilder()
                .addModifiers(Modifier.PRIVATE)
                .addParameter(RuntimeTypes.HANDLE, "handle")
                .addParameter(Record.class, "definition")
                .addStatement("super(handle, definition)")
                .build())
        .build();
  }

  private TypeName generic(ClassName type) {
    var names = variables.stream().map(v -> TypeVariableName.get(v.name()));
    return variables.isEmpty()
        ? type
        : ParameterizedTypeName.get(type, names.toArray(TypeName[]::new));
  }
}
